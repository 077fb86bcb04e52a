"""The options of llama.cpp's programs, of all years: those that mean something here, and why the others do not.

Source: llama.cpp's own help (`common/arg.cpp`) as of 2024 to 2026.
"""

from __future__ import annotations

from app.interop.options import Arity, table

_TAKEN = (
    Arity.ONE,
    "",
    "-m,--model "
    "-md,--model-draft,--spec-draft-model "
    "-c,--ctx-size "
    "-ngl,--gpu-layers,--n-gpu-layers -ngld,--gpu-layers-draft,--n-gpu-layers-draft,--spec-draft-ngl "
    "-dev,--device -ts,--tensor-split "
    "-ctk,--cache-type-k -ctv,--cache-type-v "
    "-ctkd,--cache-type-k-draft,--spec-draft-type-k -ctvd,--cache-type-v-draft,--spec-draft-type-v "
    "-t,--threads -lm,--load-mode "
    "--temperature,--temp --top-k --top-p --min-p -s,--seed "
    "--repeat-penalty --presence-penalty --frequency-penalty --repeat-last-n "
    "--dry-multiplier --dry-base --dry-allowed-length --dry-penalty-last-n "
    "-l,--logit-bias --samplers --sampling-seq,--sampler-seq "
    "--draft,--draft-n,--draft-max,--spec-draft-n-max "
    "--draft-min,--draft-n-min,--spec-draft-n-min "
    "--draft-p-min,--spec-draft-p-min "
    "--spec-type "
    "--spec-ngram-mod-n-max --spec-ngram-mod-n-min "
    "--spec-ngram-size-m,--spec-ngram-simple-size-m --spec-ngram-map-k-size-m "
    "--spec-ngram-map-k4v-size-m "
    "-n,--predict,--n-predict -r,--reverse-prompt -sys,--system-prompt -sysf,--system-prompt-file "
    "-hf,-hfr,--hf-repo -hff,--hf-file -hfd,-hfrd,--hf-repo-draft,--spec-draft-hf -mu,--model-url "
    "-dr,--docker-repo",
)
_TAKEN_SWITCHES = (Arity.NONE, "", "--mlock --mmap --no-mmap --spec-default --no-escape -e,--escape")

OPTIONS = {
    **table(
        _TAKEN,
        _TAKEN_SWITCHES,
        (Arity.SWITCH, "", "-fa,--flash-attention,--flash-attn"),
        (Arity.ONE, "interop_context_shared", "-cd,--ctx-size-draft,--spec-draft-ctx-size"),
        (Arity.ONE, "interop_one_at_a_time", "-np,--parallel --kv-unified-per-slot -ns,--sequences"),
        (Arity.NONE, "interop_one_at_a_time", "-cb,--cont-batching -nocb,--no-cont-batching"),
        (Arity.NONE, "interop_one_at_a_time", "-kvu,--kv-unified -no-kvu,--no-kv-unified"),
        (Arity.ONE, "interop_threads_shared", "-tb,--threads-batch -td,--threads-draft,--spec-draft-threads"),
        (Arity.ONE, "interop_threads_shared", "-tbd,--threads-batch-draft,--spec-draft-threads-batch"),
        (Arity.ONE, "interop_batches", "-b,--batch-size -ub,--ubatch-size"),
        (
            Arity.NONE,
            "interop_as_here",
            "--jinja -cnv,--conversation --no-context-shift --cache-prompt -i,--interactive",
        ),
        (Arity.NONE, "interop_as_here", "-if,--interactive-first --warmup -kvo,--kv-offload --repack --swa-full"),
        (Arity.NONE, "interop_as_here", "--no-log-prefix --offline --perf --no-mmproj,--no-mmproj-auto"),
        (Arity.NONE, "interop_not_here", "--context-shift --no-cache-prompt --no-warmup --no-perf --no-op-offload"),
        (Arity.NONE, "interop_not_here", "--check-tensors --special,-sp --no-conversation,-no-cnv -st,--single-turn"),
        (Arity.NONE, "interop_not_here", "--simple-io -co,--color --no-color -mli,--multiline-input --verbose-prompt"),
        (Arity.NONE, "interop_not_here", "--display-prompt --no-display-prompt -ins,--instruct -cml,--chatml"),
        (Arity.NONE, "interop_not_here", "--in-prefix-bos --embedding,--embeddings --rerank,--reranking --ignore-eos"),
        (Arity.NONE, "interop_not_here", "--prompt-cache-all --prompt-cache-ro -bs,--backend-sampling --penalize-nl"),
        (Arity.NONE, "interop_not_here", "--no-penalize-nl --cache-idle-slots --no-cache-idle-slots --no-show-timings"),
        (
            Arity.NONE,
            "interop_not_here",
            "--show-timings --spec-draft-backend-sampling --no-spec-draft-backend-sampling",
        ),
        (Arity.NONE, "interop_not_here", "--spm-infill --op-offload --dump-kv-cache,-dkvc --infill"),
        (
            Arity.ONE,
            "interop_not_here",
            "--keep --prompt-cache -ctxcp,--swa-checkpoints,--ctx-checkpoints -cram,--cache-ram",
        ),
        (Arity.ONE, "interop_not_here", "-cms,--checkpoint-min-step --cache-reuse -dt,--defrag-thold --pooling"),
        (Arity.ONE, "interop_not_here", "--override-kv -gan,--grp-attn-n -gaw,--grp-attn-w --chunks --attention"),
        (Arity.ONE, "interop_not_here", "-ptc,--print-token-count --in-prefix --in-suffix --embd-normalize"),
        (
            Arity.ONE,
            "interop_not_here",
            "--slot-save-path -sps,--slot-prompt-similarity --sleep-idle-seconds -lzm,--lazy-mode",
        ),
        (Arity.ONE, "interop_not_here", "-fitp,--fit-print -fitt,--fit-target -fitc,--fit-ctx -fit,--fit"),
        (Arity.ONE, "interop_not_here", "--cfg-negative-prompt --cfg-scale -gqa,--gqa --poll-batch --logdir,-ld"),
        (Arity.ONE, "interop_prompt", "-p,--prompt -f,--file -bf,--binary-file --image,--audio,--video"),
        (
            Arity.ONE,
            "interop_template",
            "--chat-template --chat-template-file --chat-template-kwargs --reasoning-format",
        ),
        (
            Arity.ONE,
            "interop_template",
            "--reasoning-budget --reasoning-budget-message --reasoning-effort -rea,--reasoning",
        ),
        (Arity.NONE, "interop_template", "--no-jinja --prefill-assistant --no-prefill-assistant --reasoning-preserve"),
        (Arity.NONE, "interop_template", "--no-reasoning-preserve --skip-chat-parsing --no-skip-chat-parsing"),
        (
            Arity.ONE,
            "interop_no_sampler",
            "--top-n-sigma,--top-nsigma --xtc-probability --xtc-threshold --typical-p,--typical",
        ),
        (
            Arity.ONE,
            "interop_no_sampler",
            "--mirostat --mirostat-lr --mirostat-ent --dynatemp-range --dynatemp-exp --tfs",
        ),
        (Arity.ONE, "interop_no_sampler", "--adaptive-target --adaptive-decay --dry-sequence-breaker"),
        (Arity.ONE, "interop_no_grammar", "--grammar --grammar-file -j,--json-schema -jf,--json-schema-file"),
        (Arity.ONE, "interop_lookup_own", "--spec-ngram-mod-n-match --spec-ngram-size-n"),
        (
            Arity.ONE,
            "interop_lookup_own",
            "--spec-ngram-simple-size-n --spec-ngram-simple-min-hits --spec-ngram-min-hits",
        ),
        (
            Arity.ONE,
            "interop_lookup_own",
            "--spec-ngram-map-k-size-n --spec-ngram-map-k-min-hits --spec-ngram-map-k4v-size-n",
        ),
        (Arity.ONE, "interop_lookup_own", "--spec-ngram-map-k4v-min-hits -lcs,--lookup-cache-static"),
        (Arity.ONE, "interop_lookup_own", "-lcd,--lookup-cache-dynamic --lookup-ngram-min"),
        (Arity.ONE, "interop_drafting", "--draft-p-split,--spec-draft-p-split -ps,--p-split --spec-synth-len"),
        (Arity.ONE, "interop_drafting", "--spec-synth-rates --spec-replace,--spec-draft-replace"),
        (Arity.ONE, "interop_placement", "-sm,--split-mode -mg,--main-gpu -ot,--override-tensor -ncmoe,--n-cpu-moe"),
        (Arity.ONE, "interop_placement", "--numa --rpc -ncffn,--n-cpu-ffn -otd,--override-tensor-draft"),
        (Arity.ONE, "interop_placement", "--spec-draft-override-tensor -devd,--device-draft,--spec-draft-device"),
        (Arity.ONE, "interop_placement", "-ncmoed,--n-cpu-moe-draft,--spec-draft-ncmoe,--spec-draft-n-cpu-moe"),
        (Arity.NONE, "interop_placement", "-cmoe,--cpu-moe -cmoed,--cpu-moe-draft,--spec-draft-cpu-moe"),
        (
            Arity.NONE,
            "interop_placement",
            "-nkvo,--no-kv-offload -nr,--no-repack --no-host --direct-io,-dio --no-direct-io,-ndio",
        ),
        (
            Arity.ONE,
            "interop_processor",
            "-C,--cpu-mask -Cr,--cpu-range --cpu-strict --prio --poll -Cb,--cpu-mask-batch",
        ),
        (Arity.ONE, "interop_processor", "-Crb,--cpu-range-batch --cpu-strict-batch --prio-batch -Cd,--cpu-mask-draft"),
        (Arity.ONE, "interop_processor", "-Crd,--cpu-range-draft --cpu-strict-draft --prio-draft --poll-draft"),
        (Arity.ONE, "interop_rope", "--rope-scaling --rope-scale --rope-freq-base --rope-freq-scale --yarn-orig-ctx"),
        (Arity.ONE, "interop_rope", "--yarn-ext-factor --yarn-attn-factor --yarn-beta-slow --yarn-beta-fast"),
        (Arity.ONE, "interop_adapter", "--lora --control-vector"),
        (Arity.TWO, "interop_adapter", "--lora-scaled --control-vector-scaled --control-vector-layer-range"),
        (Arity.NONE, "interop_adapter", "--lora-init-without-apply"),
        (Arity.ONE, "interop_text_only", "-mm,--mmproj -mmu,--mmproj-url --image-min-tokens --image-max-tokens"),
        (Arity.NONE, "interop_text_only", "--mmproj-auto --mmproj-offload --no-mmproj-offload"),
        (
            Arity.ONE,
            "interop_server",
            "--host --port --path --api-prefix --api-key-file --ssl-key-file --ssl-cert-file",
        ),
        (Arity.ONE, "interop_server", "-a,--alias --tags -to,--timeout --threads-http --media-path --models-dir"),
        (Arity.ONE, "interop_server", "--models-preset --models-max --cors-origins --cors-methods --cors-headers"),
        (Arity.ONE, "interop_server", "--webui-config,--ui-config --sse-ping-interval --tools --server-base"),
        (
            Arity.NONE,
            "interop_server",
            "--metrics --props --slots --no-slots --no-webui,--no-ui --webui,--ui --reuse-port",
        ),
        (Arity.NONE, "interop_server", "--models-autoload --no-models-autoload --no-endpoint-slots -ag,--agent"),
        (Arity.NONE, "interop_server", "--server --server-legacy --run --run-legacy"),
        (Arity.ONE, "interop_secret", "--api-key -hft,--hf-token"),
        (Arity.ONE, "interop_logging", "--log-file -lv,--verbosity,--log-verbosity --log-colors --log-prompts-dir"),
        (Arity.NONE, "interop_logging", "-v,--verbose,--log-verbose --log-disable --log-prefix --log-timestamps"),
        (Arity.NONE, "interop_logging", "--no-log-timestamps --log-enable --log-new --log-append --log-jsonl"),
        (Arity.NONE, "interop_download", "--fim-qwen-1.5b-default --fim-qwen-3b-default --fim-qwen-7b-default"),
        (Arity.NONE, "interop_download", "--fim-qwen-7b-spec --fim-qwen-14b-spec --fim-qwen-30b-default"),
        (Arity.NONE, "interop_download", "--gpt-oss-20b-default --gpt-oss-120b-default --vision-gemma-4b-default"),
        (Arity.NONE, "interop_download", "--vision-gemma-12b-default --embd-gemma-default"),
        (Arity.ONE, "interop_download", "-hfv,--hf-repo-v -hffv,--hf-file-v"),
        (Arity.NONE, "interop_head", "--mtp --dflash --eagle3"),
    )
}
"""By every spelling."""

SETTING_OF = {
    "--model": "target",
    "--spec-draft-model": "draft",
    "--ctx-size": "context_tokens",
    "--n-gpu-layers": "gpu_layers",
    "--spec-draft-ngl": "draft_gpu_layers",
    "--device": "devices",
    "--tensor-split": "split",
    "--cache-type-k": "kv_type_k",
    "--cache-type-v": "kv_type_v",
    "--spec-draft-type-k": "draft_kv_type_k",
    "--spec-draft-type-v": "draft_kv_type_v",
    "--threads": "threads",
    "--temp": "temperature",
    "--top-k": "top_k",
    "--top-p": "top_p",
    "--min-p": "min_p",
    "--seed": "seed",
    "--repeat-penalty": "repeat_penalty",
    "--presence-penalty": "presence_penalty",
    "--frequency-penalty": "frequency_penalty",
    "--repeat-last-n": "penalty_last_n",
    "--dry-multiplier": "dry_multiplier",
    "--dry-base": "dry_base",
    "--dry-allowed-length": "dry_allowed_length",
    "--dry-penalty-last-n": "dry_penalty_last_n",
    "--spec-draft-n-max": "draft_max",
    "--spec-draft-n-min": "draft_min",
    "--spec-draft-p-min": "draft_p_min",
    "--n-predict": "max_tokens",
    "--flash-attn": "flash_attention",
    "--system-prompt": "system_prompt",
}
"""The settings of those options whose value is read as it is."""

VARIABLES = {
    "LLAMA_ARG_MODEL": "--model",
    "LLAMA_ARG_CTX_SIZE": "--ctx-size",
    "LLAMA_ARG_N_GPU_LAYERS": "--n-gpu-layers",
    "LLAMA_ARG_N_GPU_LAYERS_DRAFT": "--spec-draft-ngl",
    "LLAMA_ARG_MODEL_DRAFT": "--spec-draft-model",
    "LLAMA_ARG_DRAFT_MAX": "--draft-max",
    "LLAMA_ARG_DRAFT_MIN": "--draft-min",
    "LLAMA_ARG_DRAFT_P_MIN": "--draft-p-min",
    "LLAMA_ARG_CTX_SIZE_DRAFT": "--ctx-size-draft",
    "LLAMA_ARG_N_PREDICT": "--n-predict",
    "LLAMA_ARG_FLASH_ATTN": "--flash-attn",
    "LLAMA_ARG_HF_REPO": "--hf-repo",
    "LLAMA_ARG_HFD_REPO": "--hf-repo-draft",
    "LLAMA_ARG_SPEC_DRAFT_HF_REPO": "--hf-repo-draft",
    "LLAMA_ARG_SPEC_DRAFT_CACHE_TYPE_K": "--spec-draft-type-k",
    "LLAMA_ARG_SPEC_DRAFT_CACHE_TYPE_V": "--spec-draft-type-v",
    "LLAMA_ARG_CACHE_TYPE_K_DRAFT": "--spec-draft-type-k",
    "LLAMA_ARG_CACHE_TYPE_V_DRAFT": "--spec-draft-type-v",
    "LLAMA_ARG_N_PARALLEL": "--parallel",
    "LLAMA_ARG_BATCH": "--batch-size",
    "LLAMA_ARG_UBATCH": "--ubatch-size",
    "LLAMA_ARG_ENDPOINT_METRICS": "--metrics",
    "LLAMA_ARG_ENDPOINT_SLOTS": "--slots",
    "LLAMA_ARG_ENDPOINT_PROPS": "--props",
    "LLAMA_ARG_STATIC_PATH": "--path",
    "LLAMA_ARG_THINK": "--reasoning-format",
    "LLAMA_ARG_THINK_BUDGET": "--reasoning-budget",
    "LLAMA_API_KEY": "--api-key",
    "HF_TOKEN": "--hf-token",
}
"""Environment variables that are not simply `LLAMA_ARG_` and the option in capitals."""
