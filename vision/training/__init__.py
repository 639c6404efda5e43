"""Makes synthetic photographs with their truth from seeds, trains the three nets with them, and evaluates the reader.

Nothing of the product imports this package; training needs torch, the rest only what the reader needs. In order:

    python -m vision.training photos DATA --editions 1000                 photographs for the first two nets
    python -m vision.training train-lattice DATA --minutes 28             nets/lattice.onnx
    python -m vision.training train-cells DATA --minutes 75               nets/cells.onnx and nets/nominal.npz
    python -m vision.training sheets SHEETS --editions 5100               close-ups for the third net
    python -m vision.training train-sprinkles SHEETS --minutes 120        nets/sprinkles.onnx
    python -m vision.training editions TEST --first 5000 --editions 14    folders to evaluate, never to train with
    python -m vision.training evaluate TEST/*                             mistakes and time, a line a folder
"""
