"""Single slips that account for money counted otherwise than the app has it."""
