import type { Rule } from '../rule.ts'
import { isRandom } from './judge-value.ts'
import { END, shapeRule } from './shape-rule.ts'

export const MODEL_PROVIDER_RULES: readonly Rule[] = [
  shapeRule({
    name: 'anthropic-key',
    what: 'Anthropic API keys, admin keys and OAuth tokens (sk-ant-…)',
    anchors: ['sk-ant-'],
    pattern: String.raw`(?:sk-ant-[a-z]{2,10}\d{2}-[A-Za-z0-9_-]{93}AA|sk-ant-(?:[a-z]{2,10}\d{2}-)?[A-Za-z0-9_-]{24,180})`,
  }),
  shapeRule({
    name: 'openai-key',
    what: 'OpenAI keys (sk-…, sk-proj-…, sk-svcacct-…, sk-admin-…) and others of the same form, and sessions (sess-…)',
    anchors: ['sk-', 'sess-'],
    pattern: `(?:sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}T3BlbkFJ[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58}T3BlbkFJ[A-Za-z0-9_-]{58})|sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{32,220}|sk-[A-Za-z0-9]{20,80}(?![A-Za-z0-9-])|sess-[A-Za-z0-9]{32,60}${END})`,
    accepts: ({ value }) => /T3BlbkFJ|^sk-proj-/.test(value) || isRandom(value.replace(/^\w+-/, ''), 20),
  }),
]
