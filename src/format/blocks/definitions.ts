import type { FieldTable } from '../fields.ts'
import { defineBlock } from './define.ts'

const TYPE = { type: ['string', 'Which block it is.'] } as const satisfies FieldTable
const CALL = {
  ...TYPE,
  id: ['string', 'Id of the call. The prefix depends on the provider.'],
  name: ['string', 'Name of the tool; may be garbage made up by the model.'],
  input: ['object', 'Its input; values may have wrong types.'],
  caller: ['object', '`{type}`: who made the call. Since 2.1.17.'],
} as const satisfies FieldTable
const SOURCE = [
  'object',
  'Where the bytes are: `{type, media_type, data}`, `data` in base64; `{type, url}` for an address.',
] as const
const CACHE_CONTROL = ['object', 'Cache mark of the API request. Rare.'] as const

/** Every content block we know. A new block is a row here. */
export const BLOCKS = [
  defineBlock({
    kind: 'text',
    about: 'Text of the user, the model or a tool result.',
    seen: '680 recorded files',
    fields: {
      ...TYPE,
      text: ['string', 'The text.'],
      citations: ['array|null', 'Sources the model cites.'],
      cache_control: CACHE_CONTROL,
    },
  }),
  defineBlock({
    kind: 'thinking',
    about: 'Reasoning of the model. Empty where it is hidden.',
    seen: '522 recorded files',
    fields: {
      ...TYPE,
      thinking: ['string', 'The reasoning.'],
      signature: ['string', 'Seal of the API; of no use to a reader.'],
    },
  }),
  defineBlock({
    kind: 'redacted_thinking',
    about: 'Reasoning that only the API can read.',
    seen: '1 recorded file',
    fields: { ...TYPE, data: ['string', 'Encrypted.'] },
  }),
  defineBlock({
    kind: 'tool_use',
    about: 'The model calls a tool of the client.',
    seen: '618 recorded files',
    fields: CALL,
  }),
  defineBlock({
    kind: 'server_tool_use',
    about: 'The model calls a tool that runs at the API.',
    seen: 'Known from another reader of the format',
    fields: CALL,
  }),
  defineBlock({
    kind: 'advisor_tool_result',
    about: 'What a second model advised.',
    seen: 'Known from another reader of the format',
    fields: {
      ...TYPE,
      tool_use_id: ['string', 'The call it answers.'],
      content: ['any', 'The advice: text or an object.'],
    },
  }),
  defineBlock({
    kind: 'fallback',
    about: 'Another model took over in the middle of an answer.',
    seen: 'Shapes of real sessions up to 2.1.220',
    fields: { ...TYPE, from: ['object', 'The model before.'], to: ['object', 'The model after.'] },
  }),
  defineBlock({
    kind: 'image',
    about: 'A picture, pasted or read by a tool.',
    seen: '29 recorded files',
    fields: { ...TYPE, source: SOURCE, cache_control: CACHE_CONTROL },
  }),
  defineBlock({
    kind: 'document',
    about: 'A document, usually a PDF.',
    seen: '1 recorded file',
    fields: {
      ...TYPE,
      source: SOURCE,
      title: ['string', 'Its title.'],
      context: ['string', 'What is said about it.'],
      citations: ['object', 'Whether the model may cite it.'],
      cache_control: CACHE_CONTROL,
    },
  }),
  defineBlock({
    kind: 'tool_result',
    about: 'What a tool gave back; one per line.',
    seen: '615 recorded files',
    fields: {
      ...TYPE,
      tool_use_id: ['string', 'The call it answers.'],
      content: ['string|array', 'Text, or blocks: text, image, tool_reference.'],
      is_error: ['boolean', 'The call failed or was refused; absent means that it went well.'],
      cache_control: CACHE_CONTROL,
    },
  }),
  defineBlock({
    kind: 'tool_reference',
    about: 'Inside a tool result: a tool that was loaded on demand.',
    seen: '2.1.92 and later',
    fields: { ...TYPE, tool_name: ['string', 'Its name.'] },
  }),
] as const
