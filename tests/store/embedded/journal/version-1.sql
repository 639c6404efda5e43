BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'journal','001_the_journal','2026-05-01 19:00:00+00:00');
CREATE TABLE "about" (
   "name" TEXT PRIMARY KEY NOT NULL,
   "value" TEXT NOT NULL
) STRICT;
INSERT INTO "about" VALUES('epoch','5eedf00d');
CREATE TABLE "entries" (
   "code" TEXT NOT NULL REFERENCES "sheets"("code"),
   "seq" INTEGER NOT NULL,
   "who" TEXT NOT NULL,
   "text" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL,
   PRIMARY KEY ("code", "seq")
) STRICT;
INSERT INTO "entries" VALUES('KRMPF',1,'Ana','place BnOV @6,2 B','2026-05-01T19:30:00Z','p1');
INSERT INTO "entries" VALUES('KRMPF',2,'Bo','place VOnB @4,0 V','2026-05-01T19:30:00Z','p1');
INSERT INTO "entries" VALUES('BBBBB',1,'table','refill 1=plain 2=eclair 3=glazed','2026-05-01T19:30:00Z','p2');
CREATE TABLE "forgetting" (
   "code" TEXT PRIMARY KEY NOT NULL
) STRICT;
CREATE TABLE "results" (
   "id" INTEGER PRIMARY KEY NOT NULL,
   "code" TEXT NOT NULL,
   "seq" INTEGER NOT NULL,
   "program" TEXT NOT NULL,
   "standings" TEXT NOT NULL,
   FOREIGN KEY ("code", "seq") REFERENCES "entries"("code", "seq")
) STRICT;
INSERT INTO "results" VALUES(1,'KRMPF',2,'0.1','{"Ana": 30}');
CREATE TABLE "sheets" (
   "code" TEXT PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL,
   "header" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL
) STRICT;
INSERT INTO "sheets" VALUES('KRMPF','donut-shop','game donut-shop
seats Ana Bo
','2026-05-01T19:30:00Z','p1');
INSERT INTO "sheets" VALUES('BBBBB','go-nuts','game go-nuts
seats Ana "Cy Lee"
','2026-05-01T19:30:00Z','p2');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE TRIGGER sheets_update BEFORE UPDATE ON sheets BEGIN SELECT RAISE(ABORT, 'sheets are only added'); END;
CREATE TRIGGER sheets_delete BEFORE DELETE ON sheets WHEN NOT EXISTS (SELECT 1 FROM forgetting WHERE code = old.code) BEGIN SELECT RAISE(ABORT, 'sheets are only added'); END;
CREATE TRIGGER entries_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are only added'); END;
CREATE TRIGGER entries_delete BEFORE DELETE ON entries WHEN NOT EXISTS (SELECT 1 FROM forgetting WHERE code = old.code) BEGIN SELECT RAISE(ABORT, 'entries are only added'); END;
CREATE TRIGGER results_update BEFORE UPDATE ON results BEGIN SELECT RAISE(ABORT, 'results are only added'); END;
CREATE TRIGGER results_delete BEFORE DELETE ON results WHEN NOT EXISTS (SELECT 1 FROM forgetting WHERE code = old.code) BEGIN SELECT RAISE(ABORT, 'results are only added'); END;
CREATE TRIGGER entries_insert BEFORE INSERT ON entries WHEN new.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM entries WHERE code = new.code) BEGIN SELECT RAISE(ABORT, 'entries follow each other'); END;
COMMIT;
