"""What stands where no message is yet."""
