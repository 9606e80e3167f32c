"""What a bot should value."""
