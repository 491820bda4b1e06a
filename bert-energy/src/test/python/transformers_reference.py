"""Holds what Infill reads of folders and exports against Hugging Face's transformers. The build does not run it.

    python3 -m venv venv && venv/bin/pip install torch transformers sentencepiece protobuf onnx onnxscript
    venv/bin/python bert-energy/src/test/python/transformers_reference.py [NAME...] [--export classic|dynamo]

For each family (or those named) a random tiny model and a tokenizer are made by transformers' classes and saved, with
--export also exported to ONNX. ./infill scores sentences, each piece masked in turn, and texts of 1 to 4 blanks; log f
must be that of transformers in float64 with the tokenizer's own ids, to 1e-4. `infill model verify` then holds exact
gradients against finite differences. Written for transformers 4.57 and 5.18; needs no network. All is kept in --work.
"""
import argparse, json, math, os, random, shutil, subprocess, sys, warnings

warnings.filterwarnings("ignore")
import torch, transformers as hf
from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

FIVE = int(hf.__version__.split(".")[0]) >= 5
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../.."))
WORDS = """the old man walked down street to river cat sat on mat and dog beside it she gave him a book about sea he in
garden café near bridge is not weather cold empty small boat came name playing reading singing girl naïve""".split()
draw = random.Random(1)
CORPUS = [" ".join(draw.choices(WORDS, k=9)).capitalize() + draw.choice([" .", ", yes!", "?"]) for _ in range(300)]
SENTENCES = ["The old man walked down the street.", "she gave him a café near the ünknown bridge, is it not?"]
BLANKED = ["the old ___ sat .", "the ___ sat on a ___ and ___ in the ___ .", "it is ___ near the ___ !"]
PROTEINS = ["MKTAYIAKQRQISFVKSHFSRQ", "ACDEFGHIKLMNPQRSTVWY"]
BLANKED_PROTEINS = ["MKTA___IAKQ", "MK___AYI___KQR___SFV___H", "M___KLV___G"]
LLAMA = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
         r"|\s+(?!\S)|\s+")

# Tokenizers

def word_pieces(name, special, lower=True):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lower)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(
        CORPUS, trainers.WordPieceTrainer(vocab_size=200, special_tokens=special.split(), show_progress=False))
    vocabulary = dict(sorted(tokenizer.get_vocab().items(), key=lambda each: each[1]))
    if FIVE:
        return getattr(hf, name)(vocab=vocabulary, do_lower_case=lower)
    with open("vocab.txt", "w") as file:
        file.write("\n".join(vocabulary) + "\n")
    return getattr(hf, name + "Fast")(vocab_file="vocab.txt", do_lower_case=lower)

def byte_level(special, **parts):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = parts.get("before", pre_tokenizers.ByteLevel(add_prefix_space=False))
    tokenizer.normalizer = parts.get("normalizer", normalizers.Sequence([]))
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        CORPUS, trainers.BpeTrainer(
            vocab_size=380, special_tokens=special, initial_alphabet=alphabet, show_progress=False))
    return tokenizer

def roberta():
    model = json.loads(byte_level("<s> <pad> </s> <unk> <mask>".split()).to_str())["model"]
    merges = [tuple(each.split(" ") if isinstance(each, str) else each) for each in model["merges"]]
    if FIVE:
        return hf.RobertaTokenizer(vocab=model["vocab"], merges=merges)
    json.dump(model["vocab"], open("vocab.json", "w"))
    open("merges.txt", "w").write("#version: 0.2\n" + "".join(" ".join(each) + "\n" for each in merges))
    return hf.RobertaTokenizerFast("vocab.json", "merges.txt")

def behind(tokenizer, start, end, mask, strips, *others):
    """Special tokens behind the others, as ModernBERT and EuroBERT have them."""
    token = AddedToken(mask, lstrip=strips, normalized=False, special=True)
    tokenizer.add_special_tokens([AddedToken(each, normalized=False, special=True) for each in (start, end, *others)])
    tokenizer.add_special_tokens([token])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{start} $A {end}", special_tokens=[(each, tokenizer.token_to_id(each)) for each in (start, end)])
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, cls_token=start, sep_token=end, mask_token=token, pad_token=others[0])

def euro():
    split = pre_tokenizers.Split(Regex(LLAMA), "isolated")
    before = pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    return behind(byte_level([], before=before), "<|begin_of_text|>", "<|end_of_text|>", "<|mask|>", False, "<|pad|>")

def pieces(name, first, last, **options):
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2
    open("corpus.txt", "w").write("\n".join(CORPUS))
    sentencepiece.SentencePieceTrainer.train(input="corpus.txt", model_prefix="pieces", vocab_size=160,
                                             hard_vocab_limit=False, minloglevel=2, **options)
    if not FIVE:
        return getattr(hf, name + "Fast")(vocab_file="pieces.model")
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(open("pieces.model", "rb").read())
    found = [(each.piece, each.score) for each in model.pieces]
    known = [(each, 0.0) for each in first.split()]
    return getattr(hf, name)(vocab=known + found[3 if known else 0:] + [(each, 0.0) for each in last.split()],
                             _spm_precompiled_charsmap=model.normalizer_spec.precompiled_charsmap)

def esm():
    letters = "<cls> <pad> <eos> <unk> L A G V S E R T I D P K Q N F Y M H W C X B U Z O . - <null_1> <mask>"
    open("vocab.txt", "w").write(letters.replace(" ", "\n"))
    return hf.EsmTokenizer("vocab.txt")

bert = lambda lower=True: word_pieces("BertTokenizer", "[PAD] [UNK] [CLS] [SEP] [MASK]", lower)
mpnet = lambda: word_pieces("MPNetTokenizer", "<s> <pad> </s> <unk> [UNK] <mask>")
modern = lambda: behind(
    byte_level([], normalizer=normalizers.NFC()), "[CLS]", "[SEP]", "[MASK]", True, "[PAD]", "[UNK]")
xlm = lambda: pieces("XLMRobertaTokenizer", "<s> <pad> </s> <unk>", "<mask>")
albert = lambda: pieces("AlbertTokenizer", "", "", pad_id=0, unk_id=1, bos_id=-1, eos_id=-1, pad_piece="<pad>",
                        control_symbols="[CLS],[SEP]", user_defined_symbols="[MASK]")

# Models: name, tokenizer, class, what differs from the sizes below

UNTIED = dict(tie_word_embeddings=False)
BIASES = dict(norm_bias=True, attention_bias=True, mlp_bias=True, classifier_bias=True)
LIMIT = 40  # the most pieces of a text
AFTER_PADDING = dict(max_position_embeddings=LIMIT + 2, layer_norm_eps=1e-5)
DISTIL = dict(dim=24, n_layers=3, n_heads=4, hidden_dim=40)
MODELS = [
    ("bert", bert, "Bert", {}), ("bert-cased", lambda: bert(False), "Bert", dict(UNTIED, hidden_act="gelu_new")),
    ("roberta", roberta, "Roberta", AFTER_PADDING), ("roberta-untied", roberta, "Roberta", AFTER_PADDING | UNTIED),
    ("distilroberta", roberta, "Roberta", dict(AFTER_PADDING, num_hidden_layers=6)),
    ("xlm-roberta", xlm, "XLMRoberta", AFTER_PADDING), ("camembert", xlm, "Camembert", AFTER_PADDING),
    ("distilbert", bert, "DistilBert", DISTIL), ("electra", bert, "Electra", dict(embedding_size=16)),
    ("albert", albert, "Albert", dict(embedding_size=16)), ("mpnet", mpnet, "MPNet", AFTER_PADDING),
    ("albert-groups", albert, "Albert", dict(UNTIED, embedding_size=16, num_hidden_groups=3, inner_group_num=2)),
    ("modernbert", modern, "ModernBert", dict(local_attention=8, num_hidden_layers=4)),
    ("modernbert-biases", modern, "ModernBert", dict(BIASES, local_attention=7, global_attn_every_n_layers=2)),
    ("modernbert-untied", modern, "ModernBert", dict(UNTIED, decoder_bias=False)),
    ("eurobert", euro, "EuroBert", {}),
    ("eurobert-biases", euro, "EuroBert", dict(num_key_value_heads=2, attention_bias=True, mlp_bias=True)),
    ("esm2", esm, "Esm", dict(position_embedding_type="rotary", token_dropout=True)),
    ("esm2-untied", esm, "Esm", dict(UNTIED, position_embedding_type="rotary", token_dropout=False))]

def make(tokenizer, family, changes, folder):
    """Saves a model of which no parameter is 0 or 1."""
    sizes = dict(hidden_size=24, num_hidden_layers=3, num_attention_heads=4, intermediate_size=40)
    sizes = dict({} if family == "DistilBert" else sizes, vocab_size=len(tokenizer), max_position_embeddings=LIMIT)
    ids = {name + "_token_id": getattr(tokenizer, name + "_token_id") for name in ("pad", "cls", "sep", "mask")}
    ids |= dict(bos_token_id=ids["cls_token_id"], eos_token_id=ids["sep_token_id"])
    model = getattr(hf, family + "ForMaskedLM")(getattr(hf, family + "Config")(**sizes | ids | changes))
    torch.manual_seed(7)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            noise = torch.randn(parameter.shape)
            if parameter.dim() > 1:
                parameter.copy_(noise * (0.7 if "embed" in name else 1.3 / math.sqrt(parameter.shape[-1])))
            else:
                parameter.copy_(0.3 * noise if "bias" in name else 1 + 0.3 * noise)
    model.tie_weights()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)

class Logits(torch.nn.ModuleDict):
    def forward(self, input_ids, attention_mask):
        return self["model"](input_ids=input_ids, attention_mask=attention_mask).logits

def export(model, how, file):
    names, example = ["input_ids", "attention_mask"], (torch.full((2, 9), 7), torch.ones((2, 9), dtype=torch.long))
    free = {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC}
    how_free = dict(dynamo=True, dynamic_shapes=(free, free), verbose=False) if how == "dynamo" else dict(
        dynamo=False, dynamic_axes={name: {0: "batch", 1: "length"} for name in [*names, "logits"]})
    torch.onnx.export(Logits({"model": model}).eval(), example, file, input_names=names, output_names=["logits"],
                      opset_version=18, **how_free)

def infill(*arguments):
    run = subprocess.run([os.path.join(ROOT, "infill"), *arguments], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr + run.stdout)
    return [json.loads(line) for line in run.stdout.splitlines()]

def differences(model, tokenizer, ids, places, scored):
    """Compares log f at places, of what stands there."""
    if len(places) != len(scored["fills"]):
        sys.exit(f"Infill has {len(scored['fills'])} pieces of {scored['text']}, transformers {len(places)}")
    for place, fill in zip(places, scored["fills"]):
        seen = torch.tensor([ids])
        seen[0, place] = tokenizer.mask_token_id
        logits = model(input_ids=seen, attention_mask=torch.ones_like(seen)).logits[0, place]
        yield abs(fill["logProbability"] - torch.log_softmax(logits, -1)[ids[place]].item())

def compare(name, tokenizer, model, path, cache):
    protein, vocabulary, largest = name.startswith("esm"), tokenizer.get_vocab(), 0
    score = ["score", "--quiet", "--format", "json", "--model", path, "--cache", cache]
    longest, more = (PROTEINS[0], "A") if protein else (SENTENCES[0], " the")
    while len(tokenizer(longest + more)["input_ids"]) <= LIMIT:
        longest += more
    sentences = [*(PROTEINS if protein else SENTENCES), longest]
    with open("sentences.txt", "w") as file:
        file.write("\n".join(sentences))
    for sentence, scored in zip(sentences, infill(*score, "--input", "sentences.txt"), strict=True):
        ids = tokenizer(sentence)["input_ids"]
        largest = max(largest, *differences(model, tokenizer, ids, range(1, len(ids) - 1), scored))
    mark = next((mark for mark in "Ġ▁" if mark + "the" in vocabulary), "")
    words = sorted(each[len(mark):] for each in vocabulary if each.startswith(mark) and each[len(mark):].isalpha())
    for text in BLANKED_PROTEINS if protein else BLANKED:
        ids = tokenizer(text.replace("___", tokenizer.mask_token))["input_ids"]
        blanks = [place for place, token in enumerate(ids) if token == tokenizer.mask_token_id]
        fills = [draw.choice(words) for _ in blanks]
        for place, fill in zip(blanks, fills):
            ids[place] = vocabulary[mark + fill]
        scored, = infill(*score, "--fills", ",".join(fills), text)
        largest = max(largest, *differences(model, tokenizer, ids, blanks, scored))
    print(f"{name:20} largest difference of log f {largest:.1e}", flush=True)
    return largest < 1e-4

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--export", choices=["classic", "dynamo"])
    parser.add_argument("--work", default="transformers-reference")
    arguments = parser.parse_args()
    work = os.path.abspath(arguments.work)
    os.makedirs(work, exist_ok=True)
    os.chdir(work)
    torch.set_num_threads(1)
    hf.utils.logging.set_verbosity_error()
    hf.utils.logging.disable_progress_bar()
    print("transformers", hf.__version__, "torch", torch.__version__)
    right = True
    for name, tokenizer, family, changes in MODELS:
        if (arguments.names and name not in arguments.names) or not hasattr(hf, family + "Config"):
            continue
        folder = os.path.join(work, name)
        shutil.rmtree(folder, ignore_errors=True)
        tokenizer = tokenizer()
        make(tokenizer, family, changes, folder)
        model = getattr(hf, family + "ForMaskedLM").from_pretrained(folder).eval()
        path = os.path.join(folder, "model.onnx") if arguments.export else folder
        if arguments.export:
            export(model, arguments.export, path)
        right &= compare(name, tokenizer, model.double(), path, os.path.join(work, "cache"))
    infill("model", "verify", "--format", "json", "--quiet", "--cache", os.path.join(work, "cache"))
    print("exact gradients are those of finite differences")
    sys.exit(0 if right else 1)

main()
