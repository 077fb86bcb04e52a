"""The arguments of vLLM's server, old and new: those that mean something here, and why the others do not."""

from __future__ import annotations

from app.interop.options import Arity, table

OPTIONS = table(
    (
        Arity.ONE,
        "",
        "--model --max-model-len --seed -sc,--speculative-config --speculative-model "
        "--num-speculative-tokens --ngram-prompt-lookup-max --ngram-prompt-lookup-min --kv-cache-dtype "
        "--override-generation-config --device --speculative-config.method --speculative-config.model "
        "--speculative-config.num-speculative-tokens --speculative-config.prompt-lookup-max "
        "--speculative-config.prompt-lookup-min --max-tokens",
    ),
    (
        Arity.ONE,
        "interop_vllm_memory",
        "--gpu-memory-utilization --swap-space --cpu-offload-gb --kv-cache-memory-bytes",
    ),
    (Arity.ONE, "interop_vllm_memory", "--block-size --num-gpu-blocks-override --kv-offloading-size"),
    (Arity.ONE, "interop_one_at_a_time", "--max-num-seqs --max-num-batched-tokens --max-parallel-loading-workers"),
    (
        Arity.ONE,
        "interop_one_at_a_time",
        "--speculative-disable-by-batch-size --scheduling-policy --max-num-partial-prefills",
    ),
    (
        Arity.ONE,
        "interop_placement",
        "--tensor-parallel-size,-tp --pipeline-parallel-size,-pp --data-parallel-size,-dp",
    ),
    (
        Arity.ONE,
        "interop_placement",
        "--distributed-executor-backend --speculative-draft-tensor-parallel-size,-spec-tp",
    ),
    (Arity.ONE, "interop_placement", "--nnodes --node-rank --master-addr --data-parallel-rank --data-parallel-address"),
    (
        Arity.ONE,
        "interop_file_decides",
        "--dtype --quantization,-q --load-format --tokenizer --tokenizer-mode --revision",
    ),
    (Arity.ONE, "interop_file_decides", "--hf-config-path --hf-overrides --config-format --rope-scaling --rope-theta"),
    (
        Arity.ONE,
        "interop_file_decides",
        "--code-revision --tokenizer-revision --speculative-model-quantization --model-impl",
    ),
    (Arity.NONE, "interop_file_decides", "--trust-remote-code --skip-tokenizer-init"),
    (Arity.ONE, "interop_download", "--download-dir"),
    (Arity.ONE, "interop_context_shared", "--speculative-max-model-len"),
    (
        Arity.ONE,
        "interop_template",
        "--chat-template --chat-template-content-format --reasoning-parser --tool-call-parser",
    ),
    (Arity.ONE, "interop_template", "--default-chat-template-kwargs --tool-parser-plugin --response-role"),
    (Arity.NONE, "interop_template", "--enable-auto-tool-choice --enable-reasoning"),
    (
        Arity.MANY,
        "interop_server",
        "--served-model-name --allowed-origins --allowed-methods --allowed-headers --middleware",
    ),
    (Arity.ONE, "interop_server", "--host --port --root-path --ssl-keyfile --ssl-certfile --uvicorn-log-level --uds"),
    (Arity.ONE, "interop_server", "--api-server-count --config"),
    (Arity.NONE, "interop_server", "--disable-frontend-multiprocessing --allow-credentials --headless"),
    (Arity.MANY, "interop_secret", "--api-key"),
    (Arity.ONE, "interop_secret", "--hf-token"),
    (Arity.NONE, "interop_logging", "--disable-log-requests --disable-log-stats --enable-log-requests"),
    (Arity.ONE, "interop_logging", "--max-log-len --otlp-traces-endpoint"),
    (Arity.NONE, "interop_as_here", "--enable-prefix-caching --enable-chunked-prefill --use-v2-block-manager"),
    (Arity.NONE, "interop_not_here", "--no-enable-prefix-caching --no-enable-chunked-prefill --enforce-eager"),
    (Arity.NONE, "interop_not_here", "--disable-custom-all-reduce --async-scheduling --no-async-scheduling"),
    (Arity.NONE, "interop_not_here", "--disable-sliding-window --speculative-disable-mqa-scorer --calculate-kv-scales"),
    (
        Arity.ONE,
        "interop_not_here",
        "--compilation-config,-cc,-O --generation-config --limit-mm-per-prompt --max-logprobs",
    ),
    (
        Arity.ONE,
        "interop_not_here",
        "--guided-decoding-backend --max-seq-len-to-capture --num-scheduler-steps --runner",
    ),
    (
        Arity.ONE,
        "interop_not_here",
        "--task --attention-backend --num-lookahead-slots --preemption-mode --max-long-partial-prefills",
    ),
    (Arity.MANY, "interop_adapter", "--lora-modules --prompt-adapters"),
    (Arity.ONE, "interop_adapter", "--max-loras --max-lora-rank --lora-dtype"),
    (Arity.NONE, "interop_adapter", "--enable-lora --enable-prompt-adapter"),
    (
        Arity.ONE,
        "interop_checking",
        "--spec-decoding-acceptance-method --typical-acceptance-sampler-posterior-threshold",
    ),
    (Arity.ONE, "interop_checking", "--typical-acceptance-sampler-posterior-alpha"),
    (Arity.SWITCH, "interop_checking", "--disable-logprobs-during-spec-decoding"),
)
"""By every spelling."""

GENERATION = {
    "temperature": "temperature",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "repetition_penalty": "repeat_penalty",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "seed": "seed",
    "max_new_tokens": "max_tokens",
    "max_tokens": "max_tokens",
}
"""The settings of `--override-generation-config`."""

LOOKUP_METHODS = frozenset({"ngram", "[ngram]", "ngram_gpu", "suffix"})
DRAFT_METHODS = frozenset({"draft_model", "draft"})
