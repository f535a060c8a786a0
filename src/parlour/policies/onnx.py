"""A network in an ONNX file as a policy."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import BadInput
from parlour.kit.extras import needs

KINDS = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(float16)": np.float16,
    "tensor(int8)": np.int8,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
    "tensor(bool)": np.bool_,
}


class OnnxPolicy:
    """Plays the legal action with the highest logit.

    The network's first input is the observation. A second one, if there is one, is the mask. The first output has one
    number per action. Rows are `[n, size]`; a network with a fixed number of rows is asked row by row.
    """

    batched = True

    def __init__(self, path: Path) -> None:
        with needs("onnx"):
            import onnxruntime
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise BadInput(f"{path.name} cannot be loaded as an ONNX network ({str(error).splitlines()[0]})") from None
        inputs = self._session.get_inputs()
        if len(inputs) not in (1, 2) or any(each.type not in KINDS for each in inputs):
            listed = ", ".join(f"{each.name} ({each.type})" for each in inputs)
            raise BadInput(f"an ONNX policy takes an observation and perhaps a mask, but {path.name} takes {listed}")
        self._inputs = [(each.name, KINDS[each.type]) for each in inputs]
        rows = inputs[0].shape[0] if inputs[0].shape else None
        self._one_by_one = rows == 1

    def __call__(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        if self._one_by_one and len(observations) > 1:
            rows = range(len(observations))
            return np.concatenate([self(observations[row : row + 1], masks[row : row + 1]) for row in rows])
        given = zip(self._inputs, (observations, masks), strict=False)
        logits: Any = self._session.run(None, {name: rows.astype(kind) for (name, kind), rows in given})[0]
        logits = np.asarray(logits, np.float64)
        if logits.shape != masks.shape:
            raise ValueError(
                f"its output has the shape {logits.shape}, not one logit for each of {masks.shape[1]} actions"
            )
        best: NDArray[np.int64] = np.where(masks != 0, logits, -np.inf).argmax(axis=1)
        return best
