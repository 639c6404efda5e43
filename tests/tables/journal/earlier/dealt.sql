BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'journal','001_the_journal','2026-12-01 01:34:50.581803+00:00');
CREATE TABLE "about" (
   "name" TEXT PRIMARY KEY NOT NULL,
   "value" TEXT NOT NULL
) STRICT;
INSERT INTO "about" VALUES('epoch','b7d648ca');
CREATE TABLE "entries" (
   "code" TEXT NOT NULL REFERENCES "sheets"("code"),
   "seq" INTEGER NOT NULL,
   "who" TEXT NOT NULL,
   "text" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL,
   PRIMARY KEY ("code", "seq")
) STRICT;
INSERT INTO "entries" VALUES('ZCQPQ',1,'table','refill 1=jelly-filled 2=glazed 3=donut-holes 4=jelly-filled 5=maple-bar','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',2,'table','reveal Ana=3 Bo=5 Cy=4 Di=5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',3,'table','refill 3=coffee 4=plain 5=maple-bar','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',4,'table','reveal Ana=5 Bo=5 Cy=4 Di=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',5,'table','refill 1=donut-holes 4=red-velvet 5=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',6,'table','reveal Ana=5 Bo=5 Cy=5 Di=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',7,'table','refill 3=donut-holes 5=chocolate-frosted','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',8,'table','reveal Ana=4 Bo=2 Cy=5 Di=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',9,'Ana','take donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',10,'Cy','draw boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',11,'table','refill 2=plain 3=eclair 4=plain 5=bear-claw','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',12,'table','reveal Ana=1 Bo=5 Cy=5 Di=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',13,'table','refill 1=plain 5=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',14,'table','reveal Ana=5 Bo=3 Cy=1 Di=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',15,'table','refill 1=french-cruller 2=boston-cream 3=glazed 5=old-fashioned','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',16,'table','reveal Ana=4 Bo=5 Cy=1 Di=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',17,'Cy','discard none','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',18,'table','refill 1=day-old-donuts 3=boston-cream 4=cinnamon-twist 5=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',19,'table','reveal Ana=3 Bo=4 Cy=3 Di=5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',20,'Bo','pass cinnamon-twist','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',21,'Cy','pass french-cruller','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',22,'Ana','pass plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',23,'Di','pass jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',24,'table','refill 3=chocolate-frosted 4=glazed 5=boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',25,'table','reveal Ana=2 Bo=1 Cy=4 Di=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',26,'table','refill 1=eclair 2=bear-claw 4=sprinkled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',27,'table','reveal Ana=1 Bo=2 Cy=4 Di=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',28,'Bo','take red-velvet from Ana','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',29,'Cy','give boston-cream to Bo','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',30,'table','refill 1=jelly-filled 2=plain 4=sprinkled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',31,'table','reveal Ana=2 Bo=5 Cy=5 Di=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',32,'table','refill 2=double-chocolate 5=eclair','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',33,'table','reveal Ana=3 Bo=3 Cy=4 Di=4','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',34,'table','refill 3=jelly-filled 4=boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',35,'table','reveal Ana=3 Bo=4 Cy=5 Di=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',36,'table','refill 3=double-chocolate 4=milk 5=red-velvet','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',37,'table','reveal Ana=3 Bo=4 Cy=2 Di=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',38,'Ana','draw french-cruller french-cruller keep french-cruller','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',39,'Bo','discard old-fashioned red-velvet boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',40,'table','refill 2=french-cruller 3=powdered 4=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',41,'table','reveal Ana=2 Bo=2 Cy=4 Di=5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',42,'Di','take plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',43,'table','refill 2=cinnamon-twist 4=chocolate-frosted 5=coffee','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',44,'table','reveal Ana=1 Bo=3 Cy=3 Di=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',45,'table','refill 1=donut-holes 3=old-fashioned','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',46,'table','reveal Ana=4 Bo=3 Cy=4 Di=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',47,'Di','pass french-cruller','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',48,'Bo','pass plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',49,'Cy','pass eclair','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',50,'Ana','pass double-chocolate','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',51,'table','refill 2=boston-cream 3=plain 4=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',52,'table','reveal Ana=1 Bo=1 Cy=4 Di=5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',53,'table','refill 1=jelly-filled 4=donut-holes 5=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',54,'table','reveal Ana=2 Bo=2 Cy=3 Di=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',55,'table','refill 2=powdered 3=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('ZCQPQ',56,'table','reveal Ana=2 Bo=2 Cy=2 Di=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',1,'table','reveal tiles CnCC McOM orders M+ M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',2,'Ana','deal tile mBOc order V*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',3,'Bo','deal tile NBmN order B+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',4,'Cy','deal tile NVvN order B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',5,'Di','deal tile MCbV order B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',6,'Ana','place mBOc @2,-2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',7,'Ana','draw order M+ reveal M* tile VBMV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',8,'Bo','place mNNB @0,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',9,'Bo','draw tile McOM reveal mCNB order V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',10,'Cy','place NvVN @0,-2 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',11,'Cy','draw order M reveal B*+ tile vVMC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',12,'Di','place VbCM @4,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',13,'Di','draw order M* reveal V+ tile NmcC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',14,'Ana','place VBMV @2,-4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',15,'Ana','draw tile CnCC reveal OMNC order C*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',16,'Bo','place McOM @0,-4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',17,'Bo','draw order B*+ reveal V+ tile NnvC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',18,'Cy','place CMVv @-2,-4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',19,'Cy','draw order V+ reveal N tile mbMM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',20,'Di','place CcmN @0,-6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',21,'Di','draw order V+ reveal N*+ tile BBMN','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',22,'Ana','place CnCC @4,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',23,'Ana','box 2x3 @1,-4 with C* V*+ M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',24,'Ana','draw tile OMNC reveal MbMM order N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',25,'Bo','place CvnN @-2,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',26,'Bo','draw order N*+ reveal M* tile Mcbm','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',27,'Cy','place bMmM @0,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',28,'Cy','box 4x2 @0,4 with M V+ B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',29,'Cy','draw order M* reveal C*+ tile nOVC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',30,'Di','place NMBB @-2,2 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',31,'Di','box 2x2 own @-1,-4 with V+ B M*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',32,'Di','draw tile MbMM reveal cVMn order M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',33,'Ana','place MCON @4,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',34,'Ana','box 2x2 own @1,-1 with N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',35,'Ana','draw tile mCNB reveal CvMV order V*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',36,'Bo','place cmMb @4,-6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',37,'Bo','box 2x2 own @-2,1 with N*+ B*+&B+>M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',38,'Bo','draw tile CvMV reveal VONM order C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',39,'Cy','place VnCO @6,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',40,'Cy','draw order C*+ reveal N* tile McCn','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',41,'Di','place MMbM @2,-6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',42,'Di','draw order N reveal N+ tile VMnM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',43,'Ana','place mCNB @6,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',44,'Ana','draw tile cVMn reveal NVVC order C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',45,'Bo','place MCVv @-2,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',46,'Bo','draw order N+ reveal M tile VCbn','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',47,'Cy','place cnMC @8,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',48,'Cy','draw tile NVVC reveal MBMM order V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',49,'Di','place MMVn @6,-4 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',50,'Di','draw tile VONM reveal BvON order N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',51,'Ana','place nMVc @8,-2 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',52,'Ana','box 2x3 @3,-1 with C V*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',53,'Ana','draw order M reveal C+ tile cNCM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',54,'Bo','place nbCV @-2,4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',55,'Bo','box 3x2 @5,-2 with N+ C V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',56,'Bo','draw tile MBMM reveal vVOC order M*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',57,'Cy','place NVVC @-2,6 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('GMWXV',58,'Cy','box 2x3 @-2,-2 with V M* C*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',1,'Ana','place VCVv @2,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',2,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',3,'Bo','place BONN @4,4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',4,'Ana','place NVCB @0,0 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',5,'Bo','place BBMB @4,0 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',6,'Ana','place cMMO @6,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',7,'Bo','place CVvV @0,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',8,'Ana','place nCVN @4,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',9,'table','correct 4 Ana: place NVCB @0,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',10,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',11,'Bo','place mVNC @0,4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',12,'table','insert 8 Bo: box 3x3 @3,1 with M C B+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',13,'Ana','place BOVN @2,-4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',14,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',15,'Bo','place OBCV @-2,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',16,'table','insert 10 Ana: box 2x2 own @6,2 with M* C* M*+ M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',17,'Bo','box 3x2 @1,-1 with V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',18,'Ana','place BCnV @0,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',19,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',20,'Bo','place CBMN @2,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',21,'Bo','box 2x2 own @1,5 with C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',22,'Ana','place MMMN @4,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',23,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',24,'Bo','place MCCC @0,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',25,'Bo','box 2x3 @1,2 with N*+ V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',26,'Ana','place BMcM @-2,-4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',27,'Ana','box 2x2 @3,4 with N C* B*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',28,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',29,'Bo','place CVNC @-2,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',30,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',31,'Ana','place cVCV @6,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',32,'table','adjust Ana +35 "a slip"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',33,'table','take-back','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',34,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',35,'Bo','place CVCB @6,-4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',36,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',37,'Ana','place CCNn @6,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',38,'table','correct 35 Bo: place CVCB @6,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',39,'table','correct 29 Bo: place CVNC @-2,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',40,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',41,'table','adjust Ana -10 "a slip"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',42,'Bo','place NcNm @4,-4 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',43,'Bo','box 2x2 @3,-4 with C+&C>N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',44,'Ana','place CCMB @8,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',45,'table','strike 41','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',46,'table','correct 42 Bo: place NcNm @4,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',47,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',48,'Bo','place BNNM @2,8 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',49,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',50,'Ana','place NBbN @0,8 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',51,'Bo','place OMMC @4,-6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',52,'Ana','place OnVV @6,-6 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',53,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',54,'Bo','place MVCC @8,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',55,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',56,'table','adjust Bo +35 "a slip"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',57,'table','take-back','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HQFWN',58,'Ana','place VBmN @8,-4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',1,'table','refill 1=chocolate-frosted 2=powdered 3=boston-cream 4=milk 5=boston-cream 6=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',2,'table','reveal Ana=5 Bo=3 Cy=4 Di=6 Eve=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',3,'Eve','draw donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',4,'table','refill 1=french-cruller 3=plain 4=coffee 5=raspberry-frosted 6=red-velvet','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',5,'table','reveal Ana=5 Bo=1 Cy=6 Di=4 Eve=6','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',6,'Bo','discard 3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',7,'Ana','discard boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',8,'table','refill 1=red-velvet 3=mucho-matcha 4=donut-holes 5=bear-claw 6=french-cruller','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',9,'table','reveal Ana=5 Bo=4 Cy=3 Di=1 Eve=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',10,'Ana','take french-cruller from Bo','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',11,'table','refill 1=boston-cream 3=maple-bar 4=double-chocolate 5=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',12,'table','reveal Ana=4 Bo=3 Cy=2 Di=2 Eve=4','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',13,'table','refill 2=chocolate-frosted 3=jelly-filled 4=eclair','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',14,'table','reveal Ana=3 Bo=2 Cy=4 Di=1 Eve=5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',15,'Bo','draw boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',16,'table','refill 1=glazed 2=donut-holes 3=plain 4=mucho-matcha 5=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',17,'table','reveal Ana=6 Bo=6 Cy=5 Di=4 Eve=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',18,'table','refill 2=bear-claw 4=old-fashioned 5=raspberry-frosted 6=french-cruller','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',19,'table','reveal Ana=2 Bo=2 Cy=6 Di=2 Eve=4','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',20,'Cy','discard 3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',21,'table','refill 2=eclair 3=jelly-filled 4=plain 6=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',22,'table','reveal Ana=4 Bo=3 Cy=3 Di=4 Eve=5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',23,'Eve','discard old-fashioned','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',24,'table','refill 3=powdered 4=eclair 5=sprinkled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',25,'table','reveal Ana=1 Bo=2 Cy=4 Di=3 Eve=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',26,'table','refill 1=cinnamon-twist 2=strawberry-glazed 3=day-old-donuts 4=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',27,'table','reveal Ana=6 Bo=1 Cy=6 Di=3 Eve=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',28,'Ana','pass jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',29,'Bo','pass cinnamon-twist','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',30,'Cy','pass eclair','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',31,'Di','pass glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',32,'Eve','pass raspberry-frosted','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',33,'table','refill 1=donut-holes 3=double-chocolate 6=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',34,'table','reveal Ana=2 Bo=6 Cy=6 Di=2 Eve=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',35,'table','refill 1=boston-cream 2=plain 6=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('DHBVS',36,'table','reveal Ana=5 Bo=6 Cy=5 Di=1 Eve=5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',1,'table','refill 1=eclair 2=maple-bar 3=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',2,'table','reveal Ana=2 Bo=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',3,'table','refill 1=eclair 2=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',4,'table','reveal Ana=2 Bo=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',5,'table','refill 1=donut-holes 2=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',6,'table','reveal Ana=2 Bo=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',7,'table','refill 2=powdered 3=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',8,'table','reveal Ana=3 Bo=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',9,'table','refill 2=maple-bar 3=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',10,'table','reveal Ana=2 Bo=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',11,'table','refill 2=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',12,'table','reveal Ana=1 Bo=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',13,'table','refill 1=chocolate-frosted 3=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',14,'Ana','select 2 in 7','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',15,'Ana','select 3 in 7','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',16,'table','reveal Bo=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',17,'table','refill 3=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',18,'Bo','select 3 in 8','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',19,'table','reveal Ana=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',20,'table','refill 3=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',21,'table','reveal Ana=1 Bo=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',22,'Ana','draw powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',23,'table','refill 1=plain 2=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',24,'Ana','select 2 in 10','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',25,'table','reveal Bo=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',26,'table','refill 1=plain 2=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',27,'table','reveal Ana=2 Bo=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',28,'table','refill 2=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',29,'table','reveal Ana=3 Bo=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',30,'table','refill 1=plain 3=french-cruller','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',31,'table','reveal Ana=1 Bo=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',32,'Bo','discard none','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',33,'table','refill 1=plain 3=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',34,'table','reveal Ana=3 Bo=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',35,'table','refill 3=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('MWBGX',36,'Bo','select 1 in 15','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TGQZB',1,'table','reveal tiles NMNM NcBb orders V C','2026-11-30T00:00:00Z','');
INSERT INTO "entries" VALUES('TGQZB',2,'Ana','deal tile NcnM order C*','2026-11-30T00:00:00Z','');
INSERT INTO "entries" VALUES('TGQZB',3,'Bo','deal tile CBbN order B+','2026-11-30T00:00:00Z','');
INSERT INTO "entries" VALUES('CNFPH',1,'table','refill 1=double-chocolate 2=french-cruller 3=glazed 4=jelly-filled','2026-11-30T00:00:00Z','');
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
INSERT INTO "results" VALUES(1,'ZCQPQ',56,'0.1.0','[{"seat": "Cy", "score": 22, "tiebreak": 12, "rank": 1, "winner": true, "parts": {"chocolate-frosted": 0, "glazed": 4, "jelly-filled": 5, "plain": 7, "powdered": 3, "sprinkled": 2, "cinnamon-twist": 1}}, {"seat": "Ana", "score": 12, "tiebreak": 7, "rank": 2, "winner": false, "parts": {"donut-holes": 3, "french-cruller": 4, "jelly-filled": 5, "boston-cream": 0}}, {"seat": "Di", "score": 11, "tiebreak": 11, "rank": 3, "winner": false, "parts": {"donut-holes": 1, "eclair": 0, "glazed": 4, "plain": 2, "powdered": 3, "red-velvet": -2, "cinnamon-twist": 1, "coffee": 2}}, {"seat": "Bo", "score": 8, "tiebreak": 8, "rank": 4, "winner": false, "parts": {"eclair": 0, "glazed": 2, "boston-cream": 0, "double-chocolate": 0, "bear-claw": -4, "milk": 5, "old-fashioned": 5}}]');
CREATE TABLE "sheets" (
   "code" TEXT PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL,
   "header" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL
) STRICT;
INSERT INTO "sheets" VALUES('ZCQPQ','go-nuts','game go-nuts
seats Ana Bo Cy Di
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('GMWXV','donut-shop','game donut-shop
set classic
seats Ana Bo Cy Di
start ..OO../..mC../BnBCBB/mMCncN/..VB../..MM..
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('HQFWN','donut-shop','game donut-shop
set classic
seats Ana Bo
start ..VV../..NB../VOOBMC/NVNBMm/..nB../..cC..
rulings holes-join=no
follow case
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('DHBVS','go-nuts','game go-nuts
seats Ana Bo Cy Di Eve
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('MWBGX','go-nuts','game go-nuts
seats Ana Bo
rulings maple-frosted-tie=none
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('TGQZB','donut-shop','game donut-shop
seats Ana Bo

start ..MO../..Bm../BMNOCC/CnbbVN/..ON../..Bb..
# dealt 4f64d84061496b33','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('CNFPH','go-nuts','game go-nuts
seats Ana Bo Cem

# dealt c2ce9fd186a01b76','2026-11-30T00:00:00Z','p1');
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
