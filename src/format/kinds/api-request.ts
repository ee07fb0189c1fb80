import { defineKind } from './define.ts'

export const apiRequest = defineKind({
  kind: 'api-request',
  about:
    'One request as it went to the API, by reference: its system text and tools stand on an `api-request-shape` line, its messages are named by their hashes. Each retry has a line of its own with the same `requestDigest`; compactions and titles have none.',
  seen: '2.1.327; 100 recorded files, and the bodies that a server received',
  isChained: false,
  fields: {
    id: ['string', 'Names the request; `requestRef` on the lines of the answer.'],
    querySource: [
      'string',
      'Who asked: the terminal, print mode, or a subagent of a type behind the colon.',
      ['repl_main_thread', 'sdk', 'agent:builtin:', 'agent:custom:'],
    ],
    shapeHash: ['string', 'The `api-request-shape` line with its system text and tools.'],
    params: [
      'object',
      '`model`, `betas`, `max_tokens`, `thinking`, `context_management`, `output_config`: the rest of the body.',
    ],
    base: [
      'string',
      'The request whose first messages it repeats; absent on the first one, after a resume or compaction.',
    ],
    keep: ['number', 'How many messages of `base` it repeats.'],
    tail: ['array', 'Hashes of the messages behind those.'],
    cacheControl: [
      'array',
      '`{path, value}`: where `cache_control` stood, such as `["system", 0]` or `["messages", 3, "content", 0]`.',
    ],
    requestDigest: [
      'string',
      'Hash of the whole body with its cache marks and `betas`, without `metadata`, `stream`, `safeguards` (sent in the modes `auto` and `plan`) and the first system block (a billing header).',
    ],
  },
})
