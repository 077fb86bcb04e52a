"""What the machine has and how busy it is."""
