"""The commands of `flask --app app …`, and the writer of `docs/reasons.md`.

From outside: `cli.register`, which adds the commands to the app.
"""
