import { defineKind } from './define.ts'

export const apiRequestBlob = defineKind({
  kind: 'api-request-blob',
  about:
    'A message of a request that no line of the conversation holds in this form: reminders and prompt in one, `system` messages, notices.',
  seen: '2.1.327; 100 recorded files',
  isChained: false,
  fields: {
    hash: ['string', 'Names the message in `tail` of requests. The same one may stand in a file twice.'],
    message: ['object', '`{role, content, output_config}` as sent, without cache marks.'],
  },
})
