"""A studio that makes photographs of cases nobody ever laid: art, table, light, camera from a seed, with their truth.

python -m tests.studio make FOLDER --editions 1000
python -m tests.studio publish FOLDER --first 5000 --editions 12    (to be read, never to be trained on)
python -m tests.studio train-lattice FOLDER     (needs torch, to train only)
python -m tests.studio train-cells FOLDER
python -m tests.studio sheets FOLDER --editions 1500
python -m tests.studio train-sprinkles FOLDER   (of sheets)
python -m tests.studio evaluate FOLDER …        (each with a set.toml, photos and their truth)
"""
