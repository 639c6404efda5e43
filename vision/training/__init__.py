"""A studio that makes photographs of cases nobody ever laid: art, table, light, camera from a seed, with their truth.

python -m vision.training make FOLDER --editions 1000
python -m vision.training publish FOLDER --first 5000 --editions 12    (to be read, never to be trained on)
python -m vision.training train-lattice FOLDER     (needs torch, to train only)
python -m vision.training train-cells FOLDER
python -m vision.training sheets FOLDER --editions 1500
python -m vision.training train-sprinkles FOLDER   (of sheets)
python -m vision.training evaluate FOLDER …        (each with a set.toml, photos and their truth)
"""
