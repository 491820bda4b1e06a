"""DMALA for text infilling in PyTorch, for `infill bench --peer`. The build does not run it.

    pip install torch transformers
    python torch_dmala.py MODEL [--gradient exact|own-term] [--device cuda] [--dtype float16] [--compile]

MODEL is a BERT that transformers opens: a folder, or a name of the hub. The kernel is that of `infill bench`'s `dense`
(Zhang, Liu & Liu 2022, g = √t): U and its gradient at every proposed state, one sequence a chain and
blank, nothing remembered. All layers read all pieces; the head reads the asked positions. A proposal that changes
nothing is evaluated as well, so that shapes stay the same, which `dense` does not. Prints the device's speed at products
of the model's shapes, the job's seconds without opening and compilation, acceptance, and the best fillings.
"""
import argparse, time
import torch
from transformers import BertForMaskedLM, BertTokenizerFast

TEXT = "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] ."


class Energy:
    """U and its gradient at states [C, m]: sums of log f, each blank masked in turn."""

    def __init__(self, model, ids, mask, exact, compiled):
        self.model, self.exact = model, exact
        self.words = model.get_input_embeddings().weight
        self.blanks = (ids == mask).nonzero().flatten()
        self.m = len(self.blanks)
        self.text, self.mask = self.words[ids].detach(), self.words[mask].detach()
        self.network = torch.compile(self.log_f) if compiled else self.log_f

    def log_f(self, fills):
        """From embeddings of the fills [C, m, H] to log f [C, m, V]."""
        sequences = self.text.repeat(len(fills), self.m, 1, 1)  # [C, m, T, H]
        turn = torch.arange(self.m, device=fills.device)
        sequences[:, :, self.blanks] = fills[:, None]
        sequences[:, turn, self.blanks] = self.mask
        read = self.model.bert(inputs_embeds=sequences.flatten(0, 1)).last_hidden_state.unflatten(0, (-1, self.m))
        return torch.log_softmax(self.model.cls(read[:, turn, self.blanks]).float(), -1)

    def evaluate(self, states):
        fills = self.words[states].detach()
        if not self.exact:
            with torch.no_grad():
                log_f = self.network(fills)
                return at(log_f, states).sum(-1), log_f
        fills.requires_grad_()
        log_f = self.network(fills)
        energies = at(log_f, states).sum(-1)
        (gradient,) = torch.autograd.grad(energies.sum(), fills)
        with torch.no_grad():
            return energies.detach(), log_f.detach() + (gradient @ self.words.T).float()


def at(values, states):
    return values.gather(-1, states[..., None]).squeeze(-1)


def proposal(states, gradient, alpha):
    """log q [C, m, V]; a change costs |onehot − onehot'|² / 2α = 1/α."""
    scores = (gradient - gradient.gather(-1, states[..., None])) / 2 - 1 / alpha
    return torch.log_softmax(scores.scatter(-1, states[..., None], 0.0), -1)


def speed(model, rows):
    """Multiplications and additions a second of the first half of a feed-forward layer."""
    layer = model.bert.encoder.layer[0].intermediate.dense
    x = torch.randn(rows, layer.in_features, device=layer.weight.device, dtype=layer.weight.dtype)
    times = []
    for _ in range(20):
        begin = clock(x)
        layer(x)
        times.append(clock(x) - begin)
    return 2 * layer.weight.numel() * rows / sorted(times)[len(times) // 2]


def clock(tensor):
    if tensor.is_cuda:
        torch.cuda.synchronize()
    return time.perf_counter()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--text", default=TEXT)
    parser.add_argument("--chains", type=int, default=25)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--alpha", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gradient", choices=["exact", "own-term"], default="exact")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", choices=["float32", "tf32", "float16"], default="float32")
    parser.add_argument("--compile", action="store_true")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high" if given.dtype == "tf32" else "highest")
    tokenizer = BertTokenizerFast.from_pretrained(given.model)
    model = BertForMaskedLM.from_pretrained(given.model).eval().to(given.device).requires_grad_(False)
    model = model.half() if given.dtype == "float16" else model
    ids = tokenizer(given.text, return_tensors="pt")["input_ids"][0].to(given.device)
    energy = Energy(model, ids, tokenizer.mask_token_id, given.gradient == "exact", given.compile)
    rows = given.chains * energy.m * len(ids)
    print(f"{speed(model, min(rows, 2048)) / 1e9:.0f} GFLOP/s")

    with torch.no_grad():
        first = torch.log_softmax(model(ids[None]).logits[0, energy.blanks].float(), -1).exp()
    states = torch.multinomial(first, given.chains, replacement=True).T
    energy.evaluate(states)
    begin = clock(states)
    energies, gradient = energy.evaluate(states)
    log_q = proposal(states, gradient, given.alpha)
    accepted, changed = 0, 0
    for _ in range(given.steps):
        proposed = torch.multinomial(log_q.exp().flatten(0, 1), 1).view(states.shape)
        moved = (proposed != states).any(-1)
        new_energies, new_gradient = energy.evaluate(proposed)
        new_log_q = proposal(proposed, new_gradient, given.alpha)
        ratio = new_energies - energies + at(new_log_q, states).sum(-1) - at(log_q, proposed).sum(-1)
        taken = torch.rand_like(ratio).log() < ratio
        accepted += taken.sum().item()
        changed += (taken & moved).sum().item()
        states = torch.where(taken[:, None], proposed, states)
        energies = torch.where(taken, new_energies, energies)
        log_q = torch.where(taken[:, None, None], new_log_q, log_q)
    seconds = clock(states) - begin
    count = given.chains * given.steps
    print(f"{seconds:.2f} s, {seconds / (given.steps + 1):.4f} s a step of {given.chains * energy.m} sequences")
    print(f"accepted {accepted / count:.3f}, accepted and changed {changed / count:.3f}")
    for chain in energies.argsort(descending=True)[:5].tolist():
        print(f"{energies[chain]:9.4f}  {tokenizer.decode(states[chain])}")


main()
