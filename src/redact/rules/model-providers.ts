import type { Rule } from '../rule.ts'
import { isRandom } from './judge-value.ts'
import { END, shapeRule } from './shape-rule.ts'

export const MODEL_PROVIDER_RULES: readonly Rule[] = [
  shapeRule({
    name: 'anthropic-key',
    what: 'Anthropic API keys, admin keys and OAuth tokens (sk-ant-…)',
    anchors: ['sk-ant-'],
    pattern: String.raw`(?:sk-ant-[a-z]{2,10}\d{2}-[A-Za-z0-9_-]{93}AA|sk-ant-(?:[a-z]{2,10}\d{2}-)?[A-Za-z0-9_-]{24,180})`,
    isWrapped: true,
  }),
  shapeRule({
    name: 'openrouter-key',
    what: 'OpenRouter keys (sk-or-…)',
    anchors: ['sk-or-'],
    pattern: String.raw`sk-or-(?:v\d-)?[0-9a-f]{32,128}${END}`,
  }),
  shapeRule({
    name: 'openai-key',
    what: 'OpenAI keys (sk-…, sk-proj-…, sk-svcacct-…, sk-admin-…) and others of the same form, and sessions (sess-…)',
    anchors: ['sk-', 'sess-'],
    pattern: `(?:sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}T3BlbkFJ[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58}T3BlbkFJ[A-Za-z0-9_-]{58})|sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{32,220}|sk-[A-Za-z0-9]{20,80}(?![A-Za-z0-9-])|sess-[A-Za-z0-9]{32,60}${END})`,
    accepts: ({ value }) => /T3BlbkFJ|^sk-proj-/.test(value) || isRandom(value.replace(/^\w+-/, ''), 20),
    isWrapped: true,
  }),
  shapeRule({
    name: 'google-key',
    what: 'Google API keys (AIza…)',
    anchors: ['AIza'],
    pattern: `AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])`,
  }),
  shapeRule({
    name: 'groq-key',
    what: 'Groq keys (gsk_…)',
    anchors: ['gsk_'],
    pattern: `gsk_[A-Za-z0-9]{40,60}${END}`,
  }),
  shapeRule({ name: 'xai-key', what: 'xAI keys (xai-…)', anchors: ['xai-'], pattern: `xai-[A-Za-z0-9]{60,100}${END}` }),
  shapeRule({
    name: 'perplexity-key',
    what: 'Perplexity keys (pplx-…)',
    anchors: ['pplx-'],
    pattern: `pplx-[A-Za-z0-9]{40,64}${END}`,
  }),
  shapeRule({
    name: 'replicate-token',
    what: 'Replicate tokens (r8_…)',
    anchors: ['r8_'],
    pattern: `r8_[A-Za-z0-9]{30,44}${END}`,
  }),
  shapeRule({
    name: 'huggingface-token',
    what: 'Hugging Face tokens (hf_…, api_org_…)',
    anchors: ['hf_', 'api_org_'],
    pattern: `(?:hf|api_org)_[A-Za-z0-9]{30,40}${END}`,
    accepts: ({ value }) => /[a-z][A-Z].*[a-z][A-Z]/.test(value),
  }),
  shapeRule({
    name: 'langsmith-key',
    what: 'LangSmith keys (lsv2_…)',
    anchors: ['lsv2_'],
    pattern: `lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}${END}`,
  }),
  shapeRule({
    name: 'pinecone-key',
    what: 'Pinecone keys (pcsk_…)',
    anchors: ['pcsk_'],
    pattern: `pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,80}${END}`,
  }),
  shapeRule({
    name: 'tavily-key',
    what: 'Tavily keys (tvly-…)',
    anchors: ['tvly-'],
    pattern: `tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,64}${END}`,
  }),
  shapeRule({
    name: 'elevenlabs-key',
    what: 'ElevenLabs keys (sk_…)',
    anchors: ['sk_'],
    pattern: `sk_[0-9a-f]{48}${END}`,
  }),
  shapeRule({
    name: 'fireworks-key',
    what: 'Fireworks and Firecrawl keys (fw_…, fc-…)',
    anchors: ['fw_', 'fc-'],
    pattern: `(?:fw_[A-Za-z0-9]{22,30}|fc-[0-9a-f]{32})${END}`,
    accepts: ({ value }) => isRandom(value.slice(3), 20),
  }),
]
