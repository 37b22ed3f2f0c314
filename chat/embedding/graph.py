"""The local model's ONNX graph, rebuilt from the package's weights: the same network with less work per text.

The package's graph dequantises its int8 weights to floats on loading and runs some thirty operators per layer. This one uses ONNX
Runtime's fused operators for attention, GELU and skip connections, and int8 matrix products on processors that calculate these
exactly (figures in decision 023).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Array = NDArray[Any]
"""int8, int64 or float32, as stored in the package."""

INPUT, OUTPUT = "input_ids", "vector"
_RUNTIME = "com.microsoft"
"""The operator domain of ONNX Runtime's own operators."""
_LAYERS, _HEADS, _DIMENSIONS = 6, 12, 384
_BLOCK = 128
"""Number of activations that share a scale. With 32, vectors are closer to those of float weights by .0004 but take 1.2 times as
long."""
_LEAST_NORM = 1e-12
_LAYER_MATRICES = 6
"""Query, key, value, attention output, and input and output of the feed-forward part, in the order in which the package names
them."""


def compact(weights: bytes, *, floats: bool = False) -> bytes:
    """Return the serialised graph, given the bytes of the package's ONNX file.

    Input: the token ids of one text, shape (1, tokens). Output: its unit vector, shape (1, 384). With `floats`, the weights are
    expanded and no product is one of int8 numbers.
    """
    return _Graph(
        {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load_from_string(weights).graph.initializer}, floats
    ).built()


def saturation_probe() -> bytes:
    """Return a serialised graph of a single int8 product of the largest weights: output 1 if it is exact.

    AVX2 without VNNI adds two products of 8 bits in 16, which saturates. Input: ones, float32 of shape (1, 2). Output: shape
    (1, 1).
    """
    constants = [
        numpy_helper.from_array(np.full((2, 1), 127, dtype=np.int8), "weights"),
        numpy_helper.from_array(np.array([1 / 254], dtype=np.float32), "scale"),
    ]
    product = helper.make_node("DynamicQuantizeMatMul", [INPUT, "weights", "scale"], [OUTPUT], None, None, _RUNTIME)
    return _serialised("probe", [product], helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, [1, 2]), 1, constants)


class _Graph:
    def __init__(self, weights: Mapping[str, Array], floats: bool) -> None:
        self._weights = weights
        self._expanded = floats
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def built(self) -> bytes:
        matrices = [name.removesuffix("_q") for name in self._weights if name.startswith("val_") and name.endswith("_q")]
        if len(matrices) != _LAYERS * _LAYER_MATRICES:
            raise ValueError(f"{len(matrices)} matrices where the model has {_LAYERS * _LAYER_MATRICES}")
        hidden = self._embedded()
        for layer in range(_LAYERS):
            hidden = self._layer(hidden, f"inner.encoder.layer.{layer}", matrices[_LAYER_MATRICES * layer :])
        mean = self._node("ReduceMean", hidden, axes=[1], keepdims=0)
        self._node("LpNormalization", mean, into=OUTPUT, axis=1, p=2)
        given = helper.make_tensor_value_info(INPUT, TensorProto.INT64, [1, "tokens"])
        return _serialised("all-MiniLM-L6-v2", self._nodes, given, _DIMENSIONS, list(self._constants.values()))

    def _embedded(self) -> str:
        """Add word, position and token type embeddings; only the rows of words that occur are dequantised."""
        here = "inner.embeddings"
        rows = self._node("Gather", self._constant("words", self._weights[f"{here}.word_embeddings.weight_q"]), INPUT)
        scales = self._node("Gather", self._constant("word_scales", self._weights[f"{here}.word_embeddings.weight_scale"]), INPUT)
        words = self._node("Mul", self._node("Cast", rows, to=TensorProto.FLOAT), scales)
        placed = self._floats(f"{here}.position_embeddings.weight") + self._weights[f"{here}.token_type_embeddings.weight"][0]
        length = self._node("Shape", INPUT, start=1, end=2)
        first = self._constant("first", np.array([0], dtype=np.int64))
        positions = self._node("Slice", self._constant("positions", placed), first, length)
        together = self._node("Add", words, positions)
        return self._node("LayerNormalization", together, *self._norm(here), epsilon=_LEAST_NORM)

    def _layer(self, hidden: str, here: str, matrices: Sequence[str]) -> str:
        *projections, after, inward, outward = matrices[:_LAYER_MATRICES]
        parts = [
            self._node("Add", self._per_tensor(hidden, matrix), self._bias(f"{here}.attention.self.{name}"))
            for matrix, name in zip(projections, ("query", "key", "value"), strict=True)
        ]
        attended = self._node("MultiHeadAttention", *parts, domain=_RUNTIME, num_heads=_HEADS)
        hidden = self._residual(self._per_tensor(attended, after), hidden, f"{here}.attention.output")
        wide = self._node("BiasGelu", self._per_block(hidden, inward), self._bias(f"{here}.intermediate.dense"), domain=_RUNTIME)
        return self._residual(self._per_block(wide, outward), hidden, f"{here}.output")

    def _residual(self, product: str, skipped: str, here: str) -> str:
        given = (product, skipped, *self._norm(here), self._bias(f"{here}.dense"))
        return self._node("SkipLayerNormalization", *given, domain=_RUNTIME, epsilon=_LEAST_NORM)

    def _per_tensor(self, hidden: str, matrix: str) -> str:
        """Add an int8 product with one scale for all activations, which is exact enough if these have no outliers."""
        if self._expanded:
            return self._in_floats(hidden, matrix)
        weights = self._constant(f"{matrix}_q", self._weights[f"{matrix}_q"])
        scales = self._constant(f"{matrix}_scale", self._weights[f"{matrix}_scale"].reshape(-1))
        return self._node("DynamicQuantizeMatMul", hidden, weights, scales, domain=_RUNTIME)

    def _per_block(self, hidden: str, matrix: str) -> str:
        """Add an int8 product with a scale for each block of a row of activations, as the feed-forward part has outliers."""
        if self._expanded:
            return self._in_floats(hidden, matrix)
        weights = self._weights[f"{matrix}_q"]
        deep, wide = weights.shape
        blocks = deep // _BLOCK
        packed = (weights.T.astype(np.int16) + 128).astype(np.uint8).reshape(wide, blocks, _BLOCK)
        scales = np.repeat(self._weights[f"{matrix}_scale"].reshape(wide, 1), blocks, axis=1)
        given = (hidden, self._constant(f"{matrix}_q", packed), self._constant(f"{matrix}_scale", scales))
        shape = {"K": deep, "N": wide, "bits": 8, "block_size": _BLOCK}
        return self._node("MatMulNBits", *given, domain=_RUNTIME, accuracy_level=4, **shape)

    def _in_floats(self, hidden: str, matrix: str) -> str:
        return self._node("MatMul", hidden, self._constant(matrix, self._floats(matrix)))

    def _floats(self, name: str) -> NDArray[np.float32]:
        return np.asarray(self._weights[f"{name}_q"] * self._weights[f"{name}_scale"], dtype=np.float32)

    def _norm(self, here: str) -> tuple[str, str]:
        names = (f"{here}.LayerNorm.weight", f"{here}.LayerNorm.bias")
        return self._constant(names[0], self._weights[names[0]]), self._constant(names[1], self._weights[names[1]])

    def _bias(self, here: str) -> str:
        return self._constant(f"{here}.bias", self._weights[f"{here}.bias"])

    def _constant(self, name: str, value: Array) -> str:
        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def _node(self, operator: str, *given: str, into: str = "", domain: str = "", **attributes: float | list[int]) -> str:
        into = into or f"{operator}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, given, [into], None, None, domain, None, **attributes))
        return into


def _serialised(
    name: str,
    nodes: Sequence[onnx.NodeProto],
    given: onnx.ValueInfoProto,
    width: int,
    constants: Sequence[onnx.TensorProto],
) -> bytes:
    """Return a graph with one input and the output `OUTPUT`, float32 of shape (1, width)."""
    output = helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [1, width])
    graph = helper.make_graph(nodes, name, [given], [output], constants)
    versions = [helper.make_opsetid("", 17), helper.make_opsetid(_RUNTIME, 1)]
    return bytes(helper.make_model(graph, opset_imports=versions, ir_version=8).SerializeToString())
