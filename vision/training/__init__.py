"""Makes synthetic photographs with their truth from seeds, trains the three nets with them, and evaluates the reader.

Nothing of the product imports this package; training needs torch, the rest only what the reader needs. `paint` paints:
an edition's art, a case of it, a table, light, a camera. Editions from 90000 on are held out: they choose what is kept.

    python -m vision.training photos DATA --editions 1000                 photographs for the first two nets
    python -m vision.training photos DATA --first 90001 --editions 10     held out ones
    python -m vision.training train-lattice DATA --minutes 28             nets/lattice.onnx
    python -m vision.training train-cells DATA --minutes 75               nets/cells.onnx and nets/nominal.npz
    python -m vision.training sheets SHEETS --editions 5100               close-ups for the third net
    python -m vision.training sheets SHEETS --first 90001 --editions 60   held out ones
    python -m vision.training train-sprinkles SHEETS --minutes 120        nets/sprinkles.onnx
    python -m vision.training editions TEST --first 5000 --editions 14    folders to evaluate, never to train with
    python -m vision.training copy FOLDERS --out DATA --first 80001       photographs with their truth, beside painted
    python -m vision.training cut FOLDERS --out SHEETS --first 80001      donuts cut out of them
    python -m vision.training calibrate TEST/*                            nets/calibration.toml, after each training
    python -m vision.training evaluate TEST/*                             mistakes and time, a line a folder

`--start-from vision/nets/NAME.onnx` continues a net from its committed file instead of from nothing.
"""
