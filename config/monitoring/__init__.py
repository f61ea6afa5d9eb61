"""Health, metrics, logs, the doctor, and alerts to the host."""
