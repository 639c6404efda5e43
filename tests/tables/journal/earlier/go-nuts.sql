BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'journal','001_the_journal','2026-12-01 01:34:46.795958+00:00');
CREATE TABLE "about" (
   "name" TEXT PRIMARY KEY NOT NULL,
   "value" TEXT NOT NULL
) STRICT;
INSERT INTO "about" VALUES('epoch','87763870');
CREATE TABLE "entries" (
   "code" TEXT NOT NULL REFERENCES "sheets"("code"),
   "seq" INTEGER NOT NULL,
   "who" TEXT NOT NULL,
   "text" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL,
   PRIMARY KEY ("code", "seq")
) STRICT;
INSERT INTO "entries" VALUES('TWZZN',1,'table','reveal tiles MNNV VbbV orders N V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',2,'Ana','deal tile NNMn order M*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',3,'Bo','deal tile vOMB order N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',4,'Cy','deal tile BNMM order V*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',5,'Ana','place MNnN @0,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',6,'Ana','draw order V+ reveal M tile nMBN','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',7,'Bo','place MvBO @0,-2 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',8,'Bo','draw order M reveal B+ tile cVVC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',9,'Cy','place NMBM @4,4 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',10,'Cy','draw tile MNNV reveal bCBM order B*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',11,'Ana','place nMBN @0,4 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',12,'Ana','draw tile VbbV reveal CmOv order C+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',13,'Bo','place VCcV @0,-4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',14,'Bo','draw order B+ reveal N+ tile MvMv','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',15,'Cy','place VNNM @2,-2 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',16,'Cy','draw order N+ reveal C tile NvbV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',17,'Ana','place VbbV @-2,2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',18,'Ana','box 2x3 @0,-4 with M* V+ C+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',19,'Ana','draw tile bCBM reveal BNCO order N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',20,'Bo','place vvMM @6,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',21,'Bo','box 3x4 @0,-1 with B+ N M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',22,'Bo','draw order N reveal C+ tile mnNV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',23,'Cy','place NvbV @6,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',24,'Cy','box 2x3 @6,0 with B*+ N+ V*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',25,'Cy','draw order C+ reveal M tile OCCb','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',26,'Ana','place BbMC @8,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',27,'Ana','draw order C reveal C tile BBMN','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',28,'Bo','place NmVn @6,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',29,'Bo','draw order M reveal V* tile vCVv','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',30,'Cy','place CObC @4,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',31,'table','adjust Cy +5 "a coin lay under the box"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',32,'table','take-back','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',33,'Cy','draw tile CmOv reveal CVVm order C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',34,'Ana','place MBNB @8,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',35,'Ana','draw order V* reveal V+ tile ncVO','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',36,'Bo','place VvvC @-2,4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',37,'Bo','draw tile BNCO reveal bVOb order N*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',38,'Cy','place OCvm @6,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',39,'Cy','draw tile CVVm reveal NcnB order M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',40,'Ana','place OVcn @-4,4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',41,'Ana','box 4x2 @-4,4 with N V* C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',42,'Ana','draw order V+ reveal N* tile vMcN','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',43,'Bo','place NOBC @2,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',44,'Bo','draw order C reveal B+ tile NCCN','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',45,'Cy','place CVVm @8,6 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',46,'Cy','draw order N* reveal C* tile CmMV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',47,'Ana','place NcMv @2,8 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',48,'Ana','draw order B+ reveal V tile vMMV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',49,'Bo','place NCCN @4,8 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',50,'Bo','box 2x4 @7,3 with N* M C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',51,'Bo','draw order C* reveal V+ tile CNBM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',52,'Cy','place VMmC @6,8 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',53,'Cy','box 3x4 @3,2 with N* M C&C+>B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',54,'Cy','draw order V+ reveal C tile CvNm','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',55,'Ana','place MvVM @2,-4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',56,'Ana','draw order C reveal N+ tile BMNV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',57,'Bo','place CNBM @8,0 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',58,'Bo','draw tile bVOb reveal Vccm order B*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',59,'Cy','place NCmv @2,-6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',60,'Cy','draw order N+ reveal M*+ tile MvcV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',61,'Ana','place VNMB @0,6 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',62,'Ana','box 4x2 @3,6 with B+ V+ C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',63,'Ana','draw order M*+ reveal B* tile CbbC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',64,'Bo','place bOVb @10,4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',65,'Bo','draw order V reveal M*+ tile bNCB','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',66,'Cy','place VcvM @4,-6 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',67,'Cy','draw order M*+ reveal B tile ONCm','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',68,'Ana','place CbbC @12,4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',69,'Ana','draw order B* reveal C* tile NCBO','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',70,'Bo','place CbBN @10,2 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',71,'Bo','box 3x4 @9,2 with B* N V C*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',72,'Bo','draw order C* reveal N tile VBVM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',73,'Cy','place ONCm @4,-4 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',74,'Cy','box 2x4 @2,-5 with N+ M*+ V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',75,'Cy','draw order B reveal V+ tile OnMB','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',76,'Ana','place BNOC @4,-8 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',77,'Ana','draw order V+ reveal M* tile cBOC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',78,'Bo','place BMVV @2,-8 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',79,'Bo','draw order M* reveal B* tile NBVO','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',80,'Cy','place MOBn @4,-10 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',81,'Cy','draw order N reveal M* tile OmMV','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',82,'Ana','place BCcO @0,-8 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',83,'Ana','box 3x2 @2,-8 with B* M*+ V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',84,'Ana','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',85,'Bo','place NBVO @4,-12 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',86,'Bo','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',87,'Cy','place VMmO @6,-12 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',88,'Cy','box 2x3 @1,5 with B N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('TWZZN',89,'Cy','end','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',1,'table','reveal tiles MCbV CnCC orders B M+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',2,'Ana','deal tile mBOc order V*+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',3,'Bo','deal tile NBmN order B+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',4,'Cy','deal tile NVvN order B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',5,'Ana','place mBOc @2,-2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',6,'Ana','draw order B reveal M tile McOM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',7,'Bo','place mNNB @0,0 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',8,'Bo','draw tile CnCC reveal VBMV order M*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',9,'Cy','place NvVN @0,-2 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',10,'Cy','draw order M+ reveal V tile mCNB','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',11,'Ana','place MOcM @4,0 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',12,'Ana','draw order V reveal B*+ tile vVMC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',13,'Bo','place CCCn @4,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',14,'Bo','draw tile MCbV reveal NmcC order V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',15,'Cy','place NmBC @4,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',16,'Cy','draw order M reveal C* tile OMNC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',17,'Ana','place CMVv @6,-2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',18,'Ana','box 2x2 @1,-1 with B V&V*+>N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',19,'Ana','draw order B*+ reveal V+ tile NnvC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',20,'Bo','place CVMb @6,0 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',21,'Bo','draw tile VBMV reveal mbMM order N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',22,'Cy','place OMNC @6,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',23,'Cy','draw order C* reveal N*+ tile BBMN','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',24,'Ana','place NnvC @6,4 N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',25,'Ana','draw order V+ reveal N tile MbMM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',26,'Bo','place MVVB @8,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',27,'Bo','box 2x3 @5,1 with M* N B+ V+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',28,'Bo','draw order N*+ reveal M* tile Mcbm','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',29,'Cy','place NMBB @2,-4 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',30,'Cy','box 4x2 @2,-3 with C* M+ B M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',31,'Cy','draw order N reveal C*+ tile nOVC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',32,'Ana','place MMMb @4,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',33,'Ana','draw order C*+ reveal M+ tile cVMn','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',34,'Bo','place Mcbm @0,4 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',35,'Bo','draw tile NmcC reveal CvMV order V*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',36,'Cy','place CVOn @8,-2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',37,'Cy','draw order M* reveal C tile VONM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',38,'Ana','place nMVc @0,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',39,'Ana','draw tile mbMM reveal McCn order N*','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',40,'Bo','place cNCm @8,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',41,'Bo','draw tile CvMV reveal VMnM order N+','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',42,'Cy','place OMVN @4,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',43,'Cy','draw order M+ reveal C tile NVVC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',44,'Ana','place MMbm @6,6 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',45,'Ana','draw order C reveal M tile VCbn','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',46,'Bo','place vVCM @8,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',47,'Bo','draw tile McCn reveal MBMM order V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',48,'Cy','place CVVN @2,6 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',49,'Cy','draw tile VMnM reveal BvON order N','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',50,'Ana','place VCbn @10,0 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',51,'Ana','box 2x4 @4,4 with N* V+ B*+ C*+&C>M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',52,'Ana','draw order M reveal C+ tile cNCM','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',53,'Bo','place CMnc @6,-4 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',54,'Bo','box 2x2 own @7,-1 with V N*+&N+>C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',55,'Bo','draw order C+ reveal M*+ tile vVOC','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('JBBTW',56,'Cy','place nVMM @-2,2 M','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',1,'table','refill 1=chocolate-frosted 2=glazed 3=jelly-filled 4=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',2,'table','reveal Ana=1 Bo=1 Cy=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',3,'table','refill 1=sprinkled 2=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',4,'table','reveal Ana=4 Bo=2 Cy=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',5,'table','refill 2=boston-cream 3=donut-holes 4=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',6,'table','reveal Ana=4 Bo=1 Cy=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',7,'Bo','give donut-holes to Cy','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',8,'table','refill 1=sprinkled 3=double-chocolate 4=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',9,'table','reveal Ana=1 Bo=1 Cy=4','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',10,'table','refill 1=boston-cream 4=maple-bar','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',11,'table','reveal Ana=3 Bo=3 Cy=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',12,'table','refill 3=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',13,'table','reveal Ana=4 Bo=3 Cy=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',14,'table','refill 1=chocolate-frosted 3=jelly-filled 4=eclair','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',15,'table','reveal Ana=1 Bo=1 Cy=4','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',16,'table','refill 1=glazed 4=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',17,'table','reveal Ana=4 Bo=3 Cy=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',18,'table','refill 2=glazed 3=glazed 4=boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',19,'table','reveal Ana=2 Bo=4 Cy=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',20,'table','refill 2=donut-holes 3=boston-cream 4=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',21,'table','reveal Ana=2 Bo=4 Cy=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',22,'table','refill 1=double-chocolate 2=red-velvet 4=boston-cream','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',23,'table','reveal Ana=4 Bo=2 Cy=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',24,'table','refill 2=eclair 4=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',25,'table','reveal Ana=2 Bo=2 Cy=4','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',26,'table','refill 2=plain 4=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',27,'table','reveal Ana=2 Bo=3 Cy=4','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('CPPRC',28,'table','refill 2=powdered 3=powdered 4=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',1,'table','refill 1=eclair 2=maple-bar 3=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',2,'Bo','select 1 in 1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',3,'table','reveal Ana=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',4,'table','refill 1=eclair 2=jelly-filled','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',5,'Ana','select 3 in 2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',6,'Ana','select 2 in 2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',7,'table','reveal Bo=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',8,'table','refill 1=donut-holes 2=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',9,'table','reveal Ana=2 Bo=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',10,'table','refill 2=powdered 3=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',11,'table','reveal Ana=3 Bo=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',12,'table','refill 2=maple-bar 3=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',13,'Bo','select 2 in 5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',14,'Ana','select 2 in 5','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',15,'table','reveal','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',16,'table','refill 2=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',17,'Ana','select 1 in 6','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',18,'Bo','select 2 in 6','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',19,'Bo','select 3 in 6','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',20,'table','reveal','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',21,'table','refill 1=chocolate-frosted 3=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',22,'Bo','select 3 in 7','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',23,'Ana','select 3 in 7','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',24,'table','reveal','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',25,'table','refill 3=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',26,'Bo','select 3 in 8','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',27,'Ana','select 3 in 8','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',28,'table','reveal','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',29,'table','refill 3=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',30,'Ana','select 1 in 9','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',31,'table','reveal Bo=2','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',32,'Ana','draw powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',33,'table','refill 1=plain 2=donut-holes','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',34,'table','reveal Ana=2 Bo=1','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',35,'table','refill 1=plain 2=glazed','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',36,'Ana','select 2 in 11','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',37,'Bo','select 2 in 11','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',38,'table','reveal','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',39,'table','refill 2=plain','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',40,'Bo','select 1 in 12','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',41,'table','reveal Ana=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',42,'table','refill 1=plain 3=french-cruller','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',43,'Ana','select 1 in 13','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',44,'Bo','select 3 in 13','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',45,'table','reveal','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',46,'Bo','discard none','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',47,'table','refill 1=plain 3=powdered','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('KGWVV',48,'table','reveal Ana=3 Bo=3','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',1,'Ana','place BBBB @0,2 B','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',2,'table','rename Ana "Ana Oven"','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',3,'Bo','place VVVV @2,2 V','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',4,'Cy Lee','place CCCC @4,0 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',5,'table','rename Bo Robert','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',6,'Ana','place CCCC @4,2 C','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',7,'table','rename "Cy Lee" Bo','2026-11-30T00:00:00Z','p1');
INSERT INTO "entries" VALUES('HDZFG',8,'Robert','place MMMM @6,0 M','2026-11-30T00:00:00Z','p1');
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
INSERT INTO "results" VALUES(1,'TWZZN',89,'0.1.0','[{"seat": "Cy", "score": 700, "tiebreak": 0, "rank": 1, "winner": true, "parts": {"placement": 450, "box": 160, "sprinkles": 40, "coffee": 50}}, {"seat": "Ana", "score": 665, "tiebreak": 0, "rank": 2, "winner": false, "parts": {"placement": 470, "box": 140, "sprinkles": 10, "coffee": 45}}, {"seat": "Bo", "score": 605, "tiebreak": 2, "rank": 3, "winner": false, "parts": {"placement": 425, "box": 160, "sprinkles": 20}}]');
CREATE TABLE "sheets" (
   "code" TEXT PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL,
   "header" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "phone" TEXT NOT NULL
) STRICT;
INSERT INTO "sheets" VALUES('TWZZN','donut-shop','game donut-shop
seats Ana Bo Cy
start ..BC../..nb../NBOnBB/OVMOOM/..Cb../..Nn..
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('JBBTW','donut-shop','game donut-shop
set classic
seats Ana Bo Cy
start ..OO../..mC../BnBCBB/mMCncN/..VB../..MM..
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('CPPRC','go-nuts','game go-nuts
seats Ana Bo Cy
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('KGWVV','go-nuts','game go-nuts
seats Ana Bo
','2026-11-30T00:00:00Z','p1');
INSERT INTO "sheets" VALUES('HDZFG','donut-shop','game donut-shop
seats Ana Bo "Cy Lee"
follow case
start BBVV/BBMM
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
