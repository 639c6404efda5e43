"""The commands: `flask --app app …`."""
