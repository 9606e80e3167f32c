"""The usual interfaces of researchers: PettingZoo, Gymnasium, OpenSpiel. Each needs its extra, nothing else does."""
