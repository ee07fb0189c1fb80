import type { FieldTable } from '../fields.ts'
import { attachmentContextKinds } from './attachment-context.ts'
import { attachmentHookKinds } from './attachment-hooks.ts'
import { attachmentNoticeKinds } from './attachment-notices.ts'
import { attachmentStateKinds } from './attachment-state.ts'

/** Fields of the line itself, beside the envelope. */
export const ATTACHMENT_LINE = {
  attachment: ['object', 'The payload; its `type` decides the kind.'],
} as const satisfies FieldTable

/** Context added by the client, since 2.1.92. New kinds appear with almost every release. */
export const attachmentKinds = [
  ...attachmentContextKinds,
  ...attachmentHookKinds,
  ...attachmentStateKinds,
  ...attachmentNoticeKinds,
] as const
