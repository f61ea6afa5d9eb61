"""Exhibition: 20th Century: five showcases, a vehicle, and a hundred years to put on show."""
