import { SOURCES } from './sources.ts'
import { readForms } from './token-form.ts'

/** Models, agents, search and speech. `readForms` says how a row is read. */
export const MODEL_FORMS = readForms(
  `
  anthropic-key | Anthropic keys and tokens of any length | sk-ant- url:24-180 | | gitleaks
  openai-key | OpenAI keys of projects, services and admins | sk-proj-,sk-svcacct-,sk-admin- url:32-220 | | gitleaks
  openrouter-key | OpenRouter keys | sk-or-v1-,sk-or- hex:32-128 | own | betterleaks
  google-key | Google API keys | AIza url:35 | | gitleaks
  google-key | Google AI Studio keys | AQ.Ab url:40-60 | | provider
  groq-key | Groq keys | gsk_ alnum:40-60 | | betterleaks
  xai-key | xAI keys | xai- alnum:60-120 | | betterleaks
  perplexity-key | Perplexity keys | pplx- alnum:40-64 | | gitleaks
  replicate-token | Replicate tokens | r8_ alnum:30-44 | | betterleaks
  huggingface-token | Hugging Face tokens | hf_ alnum:30-40 | | gitleaks
  huggingface-token | Hugging Face tokens of organisations | api_org_ alnum:30-40 | | gitleaks
  langsmith-key | LangSmith keys | lsv2_pt_,lsv2_sk_ hex:32 _ hex:10 | | gitleaks
  langsmith-key | older LangSmith keys | ls__ hex:32 | | public
  pinecone-key | Pinecone keys | pcsk_ alnum:4-8 _ alnum:40-80 | | public
  pinecone-key | Pinecone keys | pckey_ alnum:1-40 _ url:24-80 | | public
  tavily-key | Tavily keys | tvly- dev-,prod-? alnum:28-64 | | public
  elevenlabs-key | ElevenLabs keys | sk_ hex:48 | | betterleaks
  fireworks-key | Fireworks keys | fw_ alnum:22-30 | random | public
  fireworks-key | Firecrawl keys | fc- hex:32 | random | public
  bedrock-key | Bedrock keys for long use | ABSK base64:90-270 = | | betterleaks
  bedrock-key | Bedrock keys for short use | bedrock-api-key- coded:40-4000 | | betterleaks
  nvidia-key | NVIDIA keys | nvapi- url:60-70 | | betterleaks
  nvidia-key | NVIDIA keys of services | nvapi-stg- url:60-70 | | provider
  cerebras-key | Cerebras keys | csk- lower:48 | | betterleaks
  jina-key | Jina keys | jina_ alnum:56-64 | | kingfisher
  voyage-key | Voyage keys | pa-,al- url:43 | random own | kingfisher
  e2b-key | E2B keys | e2b_ hex:40 | | public
  e2b-key | E2B access tokens | sk_e2b_ hex:40 | | provider
  langfuse-key | Langfuse secret keys | sk-lf- uuid | own | provider
  cursor-key | Cursor keys | key_ hex:64 | own | betterleaks
  cursor-key | Cursor keys of users and admins | crsr_ alnum:40-80 | | public
  together-key | Together keys | tgp_v1_ url:40-48 | | public
  anyscale-key | Anyscale keys | esecret_ lower:24-40 | | public
  runpod-key | RunPod keys | rpa_ alnum:40-50 | | provider
  modal-token | Modal tokens | ak-,as- alnum:22 | random own | provider
  wandb-key | Weights and Biases keys | wandb_v1_ word:60-90 | | betterleaks
  helicone-key | Helicone keys | sk-helicone- eu-? lower:7 - lower:7 - lower:7 - lower:7 | | provider
  dify-key | Dify keys | app-,dataset- alnum:24 | random own | public
  openpipe-key | OpenPipe keys | opk_ hex:40-48 | | provider
  llamacloud-key | LlamaCloud keys | llx- alnum:48 | | provider
  friendli-token | Friendli tokens | flp_ alnum:40-50 | | provider
  featherless-key | Featherless keys | rc_ hex:64 | own | provider
  chutes-key | Chutes keys | cpk_ hex:32 . hex:32 . alnum:32 | | provider
  moonshot-key | Kimi keys | sk-kimi- alnum:40-80 | | provider
  minimax-key | MiniMax keys | sk-api-,sk-cp- url:60-140 | random own | provider
  mem0-key | Mem0 keys | m0- alnum:36-48 | random own | provider
  letta-key | Letta keys | sk-let- url:40-160 | own | provider
  composio-key | Composio keys | ak_ url:20 | random own | kingfisher
  browserbase-key | Browserbase keys | bb_live_,bb_test_ url:24-30 | | kingfisher
  cartesia-key | Cartesia keys | sk_car_ alnum:20-32 | own | kingfisher
  runway-key | Runway keys | key_ hex:128 | own | provider
  retell-key | Retell keys | key_ hex:28-32 | random own | provider
  brave-key | Brave Search keys | BSA url:24-40 | random | betterleaks
  devin-key | Devin keys of users and services | apk_user_,apk_ base64:80-180 = | own | betterleaks
  devin-key | Devin tokens of services | cog_ lower32:52 | | betterleaks
  traceloop-key | Traceloop keys | tl_ hex:64 | own | provider
  promptlayer-key | PromptLayer keys | pl_ hex:32 | own | provider
  windsurf-key | Windsurf keys | sk-ws- 01-? url:40-160 | own | provider
  requesty-key | Requesty keys | sk-req- alnum:40-60 | own | provider
  litellm-key | LiteLLM virtual keys | sk-litellm- url:20-60 | own | public
  chroma-key | Chroma keys | ck- alnum:44 | random own | provider
  xata-key | Xata keys | xau_ alnum:40-48 | | public
  smithery-key | Smithery keys | smry_ url:30-60 | | provider
  apify-token | Apify tokens | apify_api_ alnum:34-40 | | public
  dust-key | Dust keys | sk-dust- url:32-64 | own | provider
  openai-key | keys of the same form with other signs in them | sk- url:22-240 | random own | public
  unkey-key | Unkey root keys | unkey_ alnum:20-30 | | provider
  arcjet-key | Arcjet keys | ajkey_ lower:26 | | kingfisher
  trigger-key | Trigger.dev keys | tr_dev_,tr_stg_,tr_prod_,tr_preview_ alnum:20-32 | | public
  inngest-key | Inngest signing keys | signkey-prod-,signkey-test-,signkey-branch- hex:32-64 | | provider
  nomic-key | Nomic keys | nk- url:40-48 | random own | provider
  glhf-key | GLHF keys | glhf_ alnum:32-40 | | provider
  xai-key | xAI tokens of managers | xai-token- alnum:60-120 | | provider
  huggingface-token | Hugging Face tokens of sign-ins | hf_oauth_,hf_jwt_ coded:30-1200 | | provider
  openai-key | OpenAI refresh tokens | rt_ url:60-200 | random own | provider
  `,
  SOURCES,
)
