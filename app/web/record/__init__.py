"""What was played, and what can be played today."""
