"""The docks of tables' pages: the one line that is whole, or what is missing to make it so.

From outside: `dock.dock_of`.
"""
