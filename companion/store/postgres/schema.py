"""The schemas of the database: their migrations, the journal's epoch, and what makes a database whole.

Each schema has a list of migrations that is only ever added to. Two promises stand in the database itself, whatever
program writes to it: a line is never changed, and the lines of a table are numbered 1, 2, 3 … without a gap.
"""

from __future__ import annotations

import logging
import secrets
from typing import LiteralString, NamedTuple

from psycopg import sql

from companion.refusals import Unavailable
from companion.store.postgres.database import HOUSE, JOURNAL, MIGRATING, Db

log = logging.getLogger(__name__)

THE_JOURNAL: LiteralString = """
CREATE TABLE about (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE sheets (
    code text PRIMARY KEY, game text NOT NULL, header text NOT NULL, at text NOT NULL, phone text NOT NULL,
    place bigint GENERATED ALWAYS AS IDENTITY UNIQUE
);
CREATE TABLE entries (
    code text NOT NULL REFERENCES sheets ON UPDATE CASCADE, seq integer NOT NULL,
    who text NOT NULL, text text NOT NULL, at text NOT NULL, phone text NOT NULL, PRIMARY KEY (code, seq)
);
CREATE TABLE results (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL, seq integer NOT NULL,
    program text NOT NULL, standings text NOT NULL,
    FOREIGN KEY (code, seq) REFERENCES entries ON UPDATE CASCADE
);
CREATE INDEX results_code ON results (code, id);
CREATE TABLE claims (
    code text NOT NULL REFERENCES sheets ON UPDATE CASCADE, seat integer NOT NULL,
    phone text NOT NULL, since text NOT NULL, PRIMARY KEY (code, seat)
);
CREATE TABLE holders (
    code text NOT NULL REFERENCES sheets ON UPDATE CASCADE, seat integer NOT NULL, after integer NOT NULL,
    phone text NOT NULL, PRIMARY KEY (code, seat, after)
);
CREATE TABLE locks (code text PRIMARY KEY REFERENCES sheets ON UPDATE CASCADE, since text NOT NULL);
CREATE TABLE moved (
    old text NOT NULL, phone text NOT NULL, code text NOT NULL REFERENCES sheets ON UPDATE CASCADE,
    PRIMARY KEY (old, phone)
);
CREATE INDEX moved_code ON moved (code);
CREATE TABLE settings (
    code text NOT NULL REFERENCES sheets ON UPDATE CASCADE, name text NOT NULL, value text NOT NULL,
    PRIMARY KEY (code, name)
);
CREATE TABLE chains (code text PRIMARY KEY REFERENCES sheets ON UPDATE CASCADE, chain text NOT NULL);
CREATE INDEX chains_chain ON chains (chain);
-- Holds a code only inside the transaction that forgets its table or gives it another code.
CREATE TABLE forgetting (code text PRIMARY KEY);

CREATE FUNCTION only_added() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_LEVEL = 'ROW' AND EXISTS (SELECT 1 FROM forgetting WHERE code = OLD.code) THEN
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        ELSIF to_jsonb(NEW) - 'code' = to_jsonb(OLD) - 'code' THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION '% are only added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION follow_each_other() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE code = NEW.code) THEN
        RAISE EXCEPTION 'entries follow each other' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER sheets_kept BEFORE UPDATE OR DELETE ON sheets FOR EACH ROW EXECUTE FUNCTION only_added();
CREATE TRIGGER entries_kept BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION only_added();
CREATE TRIGGER results_kept BEFORE UPDATE OR DELETE ON results FOR EACH ROW EXECUTE FUNCTION only_added();
CREATE TRIGGER sheets_whole BEFORE TRUNCATE ON sheets FOR EACH STATEMENT EXECUTE FUNCTION only_added();
CREATE TRIGGER entries_whole BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION only_added();
CREATE TRIGGER results_whole BEFORE TRUNCATE ON results FOR EACH STATEMENT EXECUTE FUNCTION only_added();
CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION follow_each_other();
"""

# Tables that only hold how things stand now are UNLOGGED: no write to the log, and a crash of the server empties them.
THE_HOUSE: LiteralString = """
CREATE TABLE pending (
    token text PRIMARY KEY, phone text NOT NULL, at double precision NOT NULL, content text NOT NULL,
    photo bytea NOT NULL, flat bytea
);
CREATE INDEX pending_at ON pending (at);
CREATE TABLE samples (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, edition text NOT NULL, photo text NOT NULL,
    letter text NOT NULL, numbers bytea NOT NULL, net text NOT NULL, patch bytea NOT NULL, at text NOT NULL
);
CREATE INDEX samples_photo ON samples (edition, photo);
CREATE TABLE tallies (
    edition text NOT NULL, what text NOT NULL, count bigint NOT NULL, PRIMARY KEY (edition, what)
);
CREATE TABLE photographed (
    id bigint GENERATED ALWAYS AS IDENTITY UNIQUE, code text NOT NULL, line integer NOT NULL, edition text NOT NULL,
    PRIMARY KEY (code, line)
);
CREATE TABLE editions (name text PRIMARY KEY, content text NOT NULL);
CREATE TABLE sightings (code text PRIMARY KEY, content text NOT NULL, mark bigint GENERATED ALWAYS AS IDENTITY);
CREATE UNLOGGED TABLE people (code text PRIMARY KEY, number bigint NOT NULL);
CREATE UNLOGGED TABLE presence (
    code text NOT NULL, phone text NOT NULL, at double precision NOT NULL, PRIMARY KEY (code, phone)
);
CREATE INDEX presence_at ON presence (at);
CREATE UNLOGGED TABLE requests (
    code text NOT NULL, seat integer NOT NULL, phone text NOT NULL, holder text NOT NULL,
    due double precision NOT NULL, PRIMARY KEY (code, seat)
);
CREATE UNLOGGED TABLE refusals (
    code text NOT NULL, phone text NOT NULL, until double precision NOT NULL, PRIMARY KEY (code, phone)
);
CREATE UNLOGGED TABLE notices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL, kind text NOT NULL,
    seat integer NOT NULL, phone text NOT NULL, until double precision NOT NULL
);
CREATE INDEX notices_code ON notices (code);
CREATE UNLOGGED TABLE used_links (number text PRIMARY KEY, phone text NOT NULL, until double precision NOT NULL);
"""

# How much of what it may have an address used: only how things stand now.
THE_USES: LiteralString = """
CREATE UNLOGGED TABLE uses (
    name text NOT NULL, address text NOT NULL, settled double precision NOT NULL, PRIMARY KEY (name, address)
);
CREATE INDEX uses_settled ON uses (settled);
"""


class Schema(NamedTuple):
    """A schema of the database, its migrations in order, and the tables it has then."""

    name: str
    migrations: tuple[tuple[str, LiteralString], ...]
    tables: frozenset[str]


TABLES_OF_JOURNAL = (
    *("about", "sheets", "entries", "results", "claims", "holders", "locks", "moved", "settings", "chains"),
    "forgetting",
)
TABLES_OF_HOUSE = (
    *("pending", "samples", "tallies", "photographed", "editions", "sightings"),
    *("people", "presence", "requests", "refusals", "notices", "used_links", "uses"),
)

# A published migration is never edited.
OF_JOURNAL = Schema(JOURNAL, (("001_the_journal", THE_JOURNAL),), frozenset(TABLES_OF_JOURNAL))
OF_HOUSE = Schema(HOUSE, (("001_the_house", THE_HOUSE), ("002_uses", THE_USES)), frozenset(TABLES_OF_HOUSE))


def is_whole(db: Db, schema: Schema) -> bool:
    """Return whether a schema is there with every migration; False where it has to be made or brought up to date.

    Raises Unavailable("corrupt") where it was whole, and lacks a table now.
    """
    rows = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema.name,)).fetchall()
    there = {str(row[0]) for row in rows}
    if "migrations" not in there:
        return False
    applied = {row[0] for row in db.execute(_of(schema, "SELECT name FROM {}.migrations")).fetchall()}
    if any(name not in applied for name, _ in schema.migrations):
        return False
    if not schema.tables <= there:
        raise Unavailable("corrupt")
    return True


def migrate(db: Db, schema: Schema) -> None:
    """Apply the migrations a schema lacks, all or none; of several processes one does. Call outside a transaction.

    Raises Unavailable where the database is not in UTF-8: it could not keep every name.
    """
    if (encoding := db.info.parameter_status("server_encoding")) != "UTF8":
        log.error("The database is in %s, but the companion needs one in UTF8.", encoding)
        raise Unavailable("failed")
    if is_whole(db, schema):
        return
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        if not is_whole(db, schema):  # another process may have been quicker
            make(db, schema)


def make(db: Db, schema: Schema) -> None:
    """Apply what a schema lacks, inside a transaction."""
    db.execute(_of(schema, "CREATE SCHEMA IF NOT EXISTS {}"))
    db.execute(_of(schema, "CREATE TABLE IF NOT EXISTS {}.migrations (name text PRIMARY KEY)"))
    applied = {row[0] for row in db.execute(_of(schema, "SELECT name FROM {}.migrations")).fetchall()}
    db.execute("SELECT set_config('search_path', %s, true)", (schema.name,))
    for name, statements in schema.migrations:
        if name not in applied:
            db.execute(statements)
            db.execute("INSERT INTO migrations VALUES (%s)", (name,))
    if schema is OF_JOURNAL:
        db.execute("INSERT INTO about VALUES ('epoch', %s) ON CONFLICT DO NOTHING", (random_epoch(),))
        db.execute("INSERT INTO about SELECT 'place', %s ON CONFLICT DO NOTHING", (place_of(db),))
    db.execute("SELECT set_config('search_path', %s, true)", (f"{JOURNAL},{HOUSE}",))


def place_of(db: Db) -> str:
    """Return where the journal lies: another place means that a copy was put in place of what the phones have seen.

    It is another one after a dump was loaded, and after a replica took over or a copy of the whole server was started.
    """
    row = db.execute(
        "SELECT system.system_identifier || '.' || checkpoint.timeline_id || '.' || to_regnamespace(%s)::oid"
        " FROM pg_control_system() AS system, pg_control_checkpoint() AS checkpoint",
        (JOURNAL,),
    ).fetchone()
    return str(row[0]) if row else ""


def random_epoch() -> str:
    return secrets.token_hex(4)


def renew_epoch(db: Db) -> str:
    """Give the journal another epoch, and return it."""
    epoch = random_epoch()
    db.execute("UPDATE about SET value = %s WHERE name = 'epoch'", (epoch,))
    return epoch


def _of(schema: Schema, text: LiteralString) -> sql.Composed:
    return sql.SQL(text).format(sql.Identifier(schema.name))
