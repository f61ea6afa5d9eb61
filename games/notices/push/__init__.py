"""Notices on people's devices, by Web Push: RFC 8030, 8291 and 8292."""
