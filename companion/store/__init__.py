"""Everything a house keeps: journal and claims, pending photos, samples, own editions. `store.Store` is the contract.

Modules beside this file hold the contract of one subject each; `embedded` fulfils it with SQLite and files, and nothing
but `store.open_store` imports it.
"""
