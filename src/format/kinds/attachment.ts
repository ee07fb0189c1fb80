import type { FieldTable } from '../fields.ts'
import { attachmentContextKinds } from './attachment-context.ts'
import { attachmentGivenKinds } from './attachment-given.ts'
import { attachmentHookKinds } from './attachment-hooks.ts'
import { attachmentNoticeKinds } from './attachment-notices.ts'
import { attachmentStateKinds } from './attachment-state.ts'

/** Fields of the line itself, beside the envelope. */
export const ATTACHMENT_LINE = {
  attachment: ['object', 'The payload; its `type` decides the kind.'],
  rendered: [
    'array',
    '`{content}` for each text that the model was given, reminder tags included. Absent: the model did not see it. Since 2.1.327.',
  ],
  renderedRole: [
    'string',
    'As what: `system`, a message of its own, or `user`, before the prompt. Since 2.1.327.',
    ['system', 'user'],
  ],
  renderedBesideToolResult: ['boolean', 'The texts stand beside a tool result. Since 2.1.327.'],
} as const satisfies FieldTable

/** Context added by the client, since 2.1.92. New kinds appear with almost every release. */
export const attachmentKinds = [
  ...attachmentContextKinds,
  ...attachmentGivenKinds,
  ...attachmentHookKinds,
  ...attachmentStateKinds,
  ...attachmentNoticeKinds,
] as const
