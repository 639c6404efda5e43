BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'journal','001_the_journal','2026-12-01 01:34:42.351536+00:00');
CREATE TABLE "about" (
   "name" TEXT PRIMARY KEY NOT NULL,
   "value" TEXT NOT NULL
) STRICT;
INSERT INTO "about" VALUES('epoch','e8312247');
CREATE TABLE "entries" (
   "code" TEXT NOT NULL REFERENCES "sheets"("code"),
   "seq" INTEGER NOT NULL,
   "who" TEXT NOT NULL,
   "text" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL,
   PRIMARY KEY ("code", "seq")
) STRICT;
INSERT INTO "entries" VALUES('HNZPR',1,'table','reveal tiles NVvN MCbV orders B B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',2,'Ana','deal tile mBOc order V*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',3,'Bo','deal tile NBmN order B+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',4,'Ana','place mBOc @2,-2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',5,'Ana','draw order B reveal M+ tile CnCC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',6,'Bo','place mNNB @0,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',7,'Bo','draw tile MCbV reveal McOM order M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',8,'Ana','place CCnC @0,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',9,'Ana','draw tile NVvN reveal VBMV order M*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',10,'Bo','place MCbV @-2,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',11,'Bo','draw tile VBMV reveal mCNB order V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',12,'Ana','place NvVN @4,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',13,'Ana','box 2x2 own @2,4 with M* B V*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',14,'Ana','draw order M+ reveal B*+ tile vVMC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',15,'Bo','place VBMV @2,-4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',16,'Bo','draw order B reveal V+ tile NmcC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',17,'Ana','place VCvM @0,-4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',18,'Ana','draw tile mCNB reveal OMNC order C*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',19,'Bo','place NmcC @-2,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',20,'Bo','box 3x2 @-1,-4 with V M B+&B>C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',21,'Bo','draw order V+ reveal V+ tile NnvC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',22,'Ana','place mCNB @4,-2 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',23,'Ana','box 2x3 @2,-1 with C* M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',24,'Ana','draw order V+ reveal N tile mbMM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',25,'Bo','place vNCn @-4,-4 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',26,'Bo','draw order B*+ reveal N*+ tile BBMN','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',27,'Ana','place MMbm @-2,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',28,'Ana','draw order N reveal N tile MbMM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',29,'Bo','place BBMN @-2,0 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',30,'Bo','draw order N reveal M* tile Mcbm','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',31,'Ana','place bMMM @0,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',32,'Ana','draw order M* reveal C*+ tile nOVC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',33,'Bo','place Mcbm @0,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',34,'Bo','box 2x4 @4,-1 with B*+ V+ N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',35,'Bo','draw order N*+ reveal M+ tile cVMn','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',36,'Ana','place VnCO @-2,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',37,'Ana','draw tile McOM reveal CvMV order V*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',38,'Bo','place McnV @-2,-6 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',39,'Bo','draw tile CvMV reveal VONM order C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',40,'Ana','place OMMc @-4,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',41,'Ana','draw order M+ reveal N* tile McCn','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',42,'Bo','place VMvC @-6,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',43,'Bo','draw order N* reveal N+ tile VMnM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',44,'Ana','place McCn @-4,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',45,'Ana','box 3x3 @-1,3 with M* N V*&V+>B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',46,'Ana','draw order N+ reveal C tile NVVC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',47,'Bo','place MMVn @-6,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',48,'Bo','draw tile VONM reveal VCbn order M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',49,'Ana','place CVVN @-4,-6 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',50,'Ana','box 2x2 @-3,-5 with N+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',51,'Ana','draw tile OMNC reveal MBMM order V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',52,'Bo','place MNOV @-4,0 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',53,'Bo','box 3x3 @-5,3 with N* M C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',54,'Bo','draw order C reveal N tile BvON','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',55,'Ana','place NOCM @-6,0 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',56,'Ana','draw tile MBMM reveal cNCM order C+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HNZPR',57,'Bo','place NOvB @-6,-4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('VKNVV',1,'Ana','place VVVV @4,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('VKNVV',2,'Ana','box 2x2 own @0,0 with B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('VKNVV',3,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',1,'Ana','place VCVv @2,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',2,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',3,'Bo','place BONN @4,4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',4,'Ana','place NVCB @0,0 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',5,'Bo','place BBMB @4,0 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',6,'Ana','place cMMO @6,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',7,'Bo','place CVvV @0,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',8,'Ana','place nCVN @4,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',9,'table','correct 4 Ana: place NVCB @0,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',10,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',11,'Bo','place mVNC @0,4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',12,'table','insert 8 Bo: box 3x3 @3,1 with M C B+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',13,'Ana','place BOVN @2,-4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',14,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',15,'Bo','place OBCV @-2,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',16,'table','insert 10 Ana: box 2x2 own @6,2 with M* C* M*+ M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',17,'Bo','box 3x2 @1,-1 with V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',18,'Ana','place BCnV @0,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',19,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',20,'Bo','place CBMN @2,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',21,'Bo','box 2x2 own @1,5 with C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',22,'Ana','place MMMN @4,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',23,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',24,'Bo','place MCCC @0,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',25,'Bo','box 2x3 @1,2 with N*+ V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',26,'Ana','place BMcM @-2,-4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',27,'Ana','box 2x2 @3,4 with N C* B*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',28,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',29,'Bo','place CVNC @-2,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',30,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',31,'Ana','place cVCV @6,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',32,'table','adjust Ana +35 "a slip"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',33,'table','take-back','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',34,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',35,'Bo','place CVCB @6,-4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',36,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',37,'Ana','place CCNn @6,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',38,'table','correct 35 Bo: place CVCB @6,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',39,'table','correct 29 Bo: place CVNC @-2,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',40,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',41,'table','adjust Ana -10 "a slip"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',42,'Bo','place NcNm @4,-4 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',43,'Bo','box 2x2 @3,-4 with C+&C>N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',44,'Ana','place CCMB @8,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',45,'table','strike 41','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',46,'table','correct 42 Bo: place NcNm @4,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',47,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',48,'Bo','place BNNM @2,8 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',49,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',50,'Ana','place NBbN @0,8 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',51,'Bo','place OMMC @4,-6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',52,'Ana','place OnVV @6,-6 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',53,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',54,'Bo','place MVCC @8,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',55,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',56,'table','adjust Bo +35 "a slip"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',57,'table','take-back','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CNCJN',58,'Ana','place VBmN @8,-4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',1,'table','reveal tiles ? ? orders C B+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',2,'Ana','deal tile VCVv order M*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',3,'Cy Lee','deal tile NBNO order ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',4,'Ana','place VCVv @0,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',5,'Ana','draw tile NVCB reveal NmCV order M*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',6,'Cy Lee','place BONN @0,4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',7,'Cy Lee','draw order B+ reveal V* tile BBMB','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',8,'Ana','place VBNC @-2,4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',9,'Ana','draw tile OMMc reveal CNnV order M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',10,'Cy Lee','place BBMB @-2,2 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',11,'Cy Lee','box 2x2 own @-2,2 with M B+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',12,'Cy Lee','draw tile CNnV reveal CVvV order V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',13,'Ana','place McOM @0,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',14,'Ana','draw tile NmCV reveal NVOB order C*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',15,'Cy Lee','place VnNC @0,6 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',16,'Cy Lee','draw ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',17,'Ana','place VCmN @2,-2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',18,'Ana','box 2x2 own @0,-2 with C* M* M*+ M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',19,'Ana','draw ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',20,'Cy Lee','place BVOC @-2,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',21,'Cy Lee','box 2x2 @0,1 with V*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',22,'Cy Lee','draw ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',23,'Ana','place NMBC @2,6 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',24,'Ana','draw tile nBVC reveal McMB order C*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',25,'Cy Lee','place VVCv @-2,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',26,'Cy Lee','draw ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',27,'Ana','place CVBn @4,0 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',28,'Ana','box 2x2 @-2,-2 with V+ C*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',29,'Ana','draw order B reveal B* tile CNVC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',30,'Cy Lee','place MMMN @6,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',31,'Cy Lee','draw tile NVOB reveal CMCC order M*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',32,'Ana','place VCCN @4,4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',33,'Ana','draw tile CMCC reveal cMVV order N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',34,'Cy Lee','place BOVN @-4,0 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',35,'Cy Lee','draw tile cMVV reveal VVcC order C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',36,'Ana','place CCMC @4,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',37,'Ana','box 2x4 @2,1 with N B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',38,'Ana','draw tile VVcC reveal VBCC order V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',39,'Cy Lee','place VcVM @4,8 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',40,'Cy Lee','box 2x3 @4,2 with C C M* V+ C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',41,'Cy Lee','draw tile McMB reveal mNcN order C+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',42,'Ana','place VCVc @6,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',43,'Ana','draw tile VBCC reveal CnCN order ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',44,'Cy Lee','place BMcM @6,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',45,'Cy Lee','draw tile CnCN reveal OOVC order ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',46,'Ana','place CVCB @6,8 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',47,'Ana','draw tile OOVC reveal CBCM order V*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',48,'Cy Lee','place NCnC @6,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',49,'Cy Lee','draw tile mNcN reveal ? order V*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',50,'Ana','place OOVC @6,10 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',51,'Ana','box 2x3 @5,6 with B+ V&V*+>C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',52,'Ana','draw order N*+ reveal B* tile ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',53,'Cy Lee','place mNcN @8,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',54,'Cy Lee','draw ?','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',55,'Ana','place BNNb @8,10 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CKQTD',56,'Ana','draw tile CBCM reveal ? order ?','2026-11-30T00:00:00Z','p1');
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
CREATE TABLE "sheets" (
   "code" TEXT PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL,
   "header" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL
) STRICT;
INSERT INTO "sheets" VALUES('HNZPR','donut-shop','game donut-shop
set classic
seats Ana Bo
start ..OO../..mC../BnBCBB/mMCncN/..VB../..MM..
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('VKNVV','donut-shop','game donut-shop
seats Ana Bo
start BBVV/BBMM
money Ana 100
money Bo 110
laid 34
deck 0
hand Ana B N N
hand Bo V
own Ana
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('CNCJN','donut-shop','game donut-shop
set classic
seats Ana Bo
start ..VV../..NB../VOOBMC/NVNBMm/..nB../..cC..
rulings holes-join=no
follow case
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('CKQTD','donut-shop','game donut-shop
set classic
seats Ana "Cy Lee"
start ..VV../..NB../VOOBMC/NVNBMm/..nB../..cC..
','2026-11-30T00:00:00Z','p1');
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
