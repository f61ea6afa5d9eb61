"""Measurements. Each module is a program that prints figures; `make bench` runs the main one."""
