import type { FieldTable } from '../fields.ts'
import { defineKind } from './define.ts'

const HOOK = {
  type: ['string', 'Which attachment it is.'],
  hookName: ['string', 'Event and matcher, e.g. `PostToolUse:Edit`.'],
  hookEvent: ['string', 'The event, e.g. `PostToolUse`.'],
  toolUseID: ['string', 'The tool call, or the id of the hook run.'],
} as const satisfies FieldTable

const RUN = {
  ...HOOK,
  content: ['string|array', 'What goes to the model.'],
  stdout: ['string', 'Its output.'],
  stderr: ['string', 'Its error output.'],
  exitCode: ['number', 'Its exit code.'],
  command: ['string', 'The command of the hook.'],
  durationMs: ['number', 'How long it ran, in milliseconds.'],
} as const satisfies FieldTable

/** What hooks did, since 2.1.92; earlier it is `progress/hook_progress`. */
export const attachmentHookKinds = [
  defineKind({
    kind: 'attachment/hook_success',
    about: 'A hook ran without error.',
    seen: '2.1.92 and later; 21 recorded files with hook attachments',
    isChained: true,
    payload: 'attachment',
    fields: RUN,
  }),
  defineKind({
    kind: 'attachment/hook_non_blocking_error',
    about: 'A hook failed and the session went on.',
    seen: '2.1.92 and later; recorded files and shapes of real sessions',
    isChained: true,
    payload: 'attachment',
    fields: RUN,
  }),
  defineKind({
    kind: 'attachment/hook_blocking_error',
    about: 'A hook said no: the call or the stop was blocked.',
    seen: '2.1.92 and later; recorded files and shapes of real sessions',
    isChained: true,
    payload: 'attachment',
    fields: { ...RUN, blockingError: ['object|string', '`{blockingError, command}`: the text the model gets.'] },
  }),
  defineKind({
    kind: 'attachment/hook_cancelled',
    about: 'A hook was stopped before it ended.',
    seen: 'Known from another reader of the format',
    isChained: true,
    payload: 'attachment',
    fields: RUN,
  }),
  defineKind({
    kind: 'attachment/hook_error_during_execution',
    about: 'A hook could not be run.',
    seen: 'Known from another reader of the format',
    isChained: true,
    payload: 'attachment',
    fields: RUN,
  }),
  defineKind({
    kind: 'attachment/hook_additional_context',
    about: 'Text that a hook put into the context.',
    seen: '2.1.92 and later; 20 recorded files',
    isChained: true,
    payload: 'attachment',
    fields: { ...HOOK, content: ['string|array', 'The text, or several.'] },
  }),
  defineKind({
    kind: 'attachment/hook_system_message',
    about: 'Text that a hook showed to the user and not to the model.',
    seen: '2.1.92 and later; 18 recorded files',
    isChained: true,
    payload: 'attachment',
    fields: { ...HOOK, content: ['string|array', 'The text.'] },
  }),
  defineKind({
    kind: 'attachment/hook_permission_decision',
    about: 'A hook allowed or denied a tool call.',
    seen: 'Known from another reader of the format',
    isChained: true,
    payload: 'attachment',
    fields: { ...HOOK, decision: ['string', '`allow`, `deny` or `ask`.'], message: ['string', 'Why.'] },
  }),
  defineKind({
    kind: 'attachment/hook_stopped_continuation',
    about: 'A hook ended the session.',
    seen: 'Known from another reader of the format',
    isChained: true,
    payload: 'attachment',
    fields: { ...HOOK, message: ['string', 'Why.'] },
  }),
  defineKind({
    kind: 'attachment/hook_deferred_tool',
    about: 'A hook put a tool call off.',
    seen: 'Known from another reader of the format',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...HOOK,
      toolName: ['string', 'The tool.'],
      toolInput: ['object', 'Its input.'],
      message: ['string', 'Why.'],
    },
  }),
] as const
