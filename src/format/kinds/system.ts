import type { FieldTable } from '../fields.ts'
import { defineKind } from './define.ts'

const PLAIN = {
  level: ['string', '`info`, `notice`, `warning`, `error` or `suggestion`.'],
  isMeta: ['boolean', 'Not for the model.'],
  content: ['string', 'The text, at the top level and not in `message`.'],
} as const satisfies FieldTable

const COMMON = { subtype: ['string', 'Which of the system lines it is.'], ...PLAIN } as const satisfies FieldTable

const REFUSAL = {
  ...COMMON,
  apiRefusalCategory: ['string', 'What the refusal is about.'],
  apiRefusalExplanation: ['string|null', 'Why it was refused.'],
  refusedUserMessageUuid: ['string', 'The prompt that was refused.'],
  retractedMessageUuids: ['array', 'Entries taken back.'],
  originalModel: ['string', 'The model that refused.'],
  fallbackModel: ['string', 'The model asked instead.'],
  trigger: ['string', 'What set it off.'],
  direction: ['string', 'Whether input or output was refused.'],
  scope: ['string', 'How far it reaches.'],
  requestId: ['string', 'Id of the API request.'],
  source: ['string', 'Which part of the client made the request.'],
} as const satisfies FieldTable

export const systemKinds = [
  defineKind({
    kind: 'system',
    about: 'A notice of the client without a subtype: hooks and commands.',
    seen: '1.0.33 to 1.0.56; 11 recorded files',
    isChained: true,
    fields: { ...PLAIN, toolUseID: ['string', 'The tool call it is about.'] },
  }),
  defineKind({
    kind: 'system/compact_boundary',
    about:
      'The context was compacted here. The chain starts anew: `parentUuid` is null, `logicalParentUuid` names the last entry before, which a third of the files do not hold.',
    seen: '2.0.76 and later; 76 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      compactMetadata: [
        'object',
        '`{trigger, preTokens, postTokens?, durationMs?, preCompactDiscoveredTools?, preservedSegment?, preservedMessages?, cumulativeDroppedTokens?}`; trigger is `auto` or `manual`.',
      ],
      trigger: ['string', 'Seen once beside the metadata.'],
      originalModel: ['string', 'The model before.'],
      fallbackModel: ['string', 'The model after.'],
    },
  }),
  defineKind({
    kind: 'system/microcompact_boundary',
    about: 'Old tool results were dropped from the context. The chain goes on; nothing is cut.',
    seen: '2.1.12 to 2.1.22; 6 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      microcompactMetadata: [
        'object',
        '`{trigger, preTokens, tokensSaved, compactedToolIds, clearedAttachmentUUIDs}`.',
      ],
    },
  }),
  defineKind({
    kind: 'system/local_command',
    about: 'A built-in slash command or its output, as tags in `content`.',
    seen: '2.0.76 and later; 21 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      commandRun: ['object', 'On the output: `{command, args}` that ran. Since 2.1.327.'],
      isDisplayOnly: ['boolean', 'Not for the model. Since 2.1.327.'],
    },
  }),
  defineKind({
    kind: 'system/stop_hook_summary',
    about: 'The hooks that ran when the model stopped.',
    seen: '2.0.64 and later; 409 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      hookCount: ['number', 'How many ran.'],
      hookInfos: ['array', '`{command, durationMs?}` for each.'],
      hookErrors: ['array', 'Their error texts.'],
      failedHookErrorIndexes: ['array', 'Which of the errors made a hook fail. Since 2.1.327.'],
      hookAdditionalContext: ['array|string', 'Text they gave to the model.'],
      preventedContinuation: ['boolean', 'A hook stopped the session.'],
      stopReason: ['string', 'The reason it gave.'],
      hasOutput: ['boolean', 'Some hook printed something.'],
      toolUseID: ['string', 'Id of the hook run.'],
    },
  }),
  defineKind({
    kind: 'system/turn_duration',
    about: 'How long the turn took.',
    seen: '2.1.1 and later; 388 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      durationMs: ['number', 'Milliseconds.'],
      messageCount: ['number', 'Messages in the session. Since 2.1.88.'],
      pendingBackgroundAgentCount: ['number', 'Agents still running.'],
    },
  }),
  defineKind({
    kind: 'system/api_error',
    about: 'A failed API request that is tried again: one line per try. Headers hold private ids.',
    seen: '2.0.5 and later; 22 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      error: [
        'object',
        '`{status, headers, requestID, error}`, or `{cause}`, or since 2.1.2xx `{message, status, formatted, connection, isNetworkDown, rateLimits, noResponse}`.',
      ],
      cause: ['object', '`{code, path, errno}` of the network error.'],
      retryInMs: ['number', 'Wait before the next try.'],
      retryAttempt: ['number', 'Number of the try.'],
      maxRetries: ['number', 'Tries in all.'],
      source: ['string', 'Which part of the client made the request: `request_retry` in 2.1.327.'],
    },
  }),
  defineKind({
    kind: 'system/away_summary',
    about: 'A recap for the returning user; not sent to the model.',
    seen: '2.1.108 and later; 3 recorded files',
    isChained: true,
    fields: COMMON,
  }),
  defineKind({
    kind: 'system/informational',
    about: 'A notice for the user. Also a prompt that a hook blocked: its words stand behind `Original prompt: `.',
    seen: '2.1.50 and later; 7 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      preventContinuation: ['boolean', 'A hook blocked the prompt. Since 2.1.2xx.'],
      promptSubmitEnding: [
        'object',
        '`{ending: {kind, reason}, promptKept}`: how sending a prompt ended; kind `blocked_by_hook`. Since 2.1.327.',
      ],
    },
  }),
  defineKind({
    kind: 'system/bridge_status',
    about: 'Remote control was switched on or off.',
    seen: '2.1.156 and later; known from another reader of the format',
    isChained: true,
    fields: { ...COMMON, url: ['string', 'Address of the remote session.'] },
  }),
  defineKind({
    kind: 'system/scheduled_task_fire',
    about: 'A scheduled prompt came due; the entry below it holds the prompt.',
    seen: '2.1.327; 2 recorded files',
    isChained: true,
    fields: {
      ...COMMON,
      taskId: ['string', 'The scheduled task.'],
      cron: ['string', 'Its five-field schedule.'],
      prompt: ['string', 'Its prompt, as the model set it.'],
      taskKind: ['string', '`loop` for a wake-up that the model asked for.'],
      cronKind: ['string', 'The same.'],
    },
  }),
  defineKind({
    kind: 'system/api_refusal',
    about: 'The API refused a prompt.',
    seen: '2.1.1xx and later; shapes of real sessions',
    isChained: true,
    fields: REFUSAL,
  }),
  defineKind({
    kind: 'system/model_refusal_fallback',
    about: 'A model refused and another one was asked.',
    seen: '2.1.1xx and later; shapes of real sessions',
    isChained: true,
    fields: REFUSAL,
  }),
  defineKind({
    kind: 'system/session_start',
    about: 'The session began. Only in shapes and fixtures.',
    seen: 'Shapes of real sessions',
    isChained: true,
    fields: {
      ...COMMON,
      durationMs: ['number', 'Milliseconds.'],
      messageCount: ['number', 'Messages in the session.'],
      error: ['object', 'As in an API error.'],
      cause: ['object', 'As in an API error.'],
      retryInMs: ['number', 'As in an API error.'],
      retryAttempt: ['number', 'As in an API error.'],
      maxRetries: ['number', 'As in an API error.'],
    },
  }),
  defineKind({
    kind: 'system/error',
    about: 'An error of the client. Only in shapes and fixtures.',
    seen: 'Shapes of real sessions',
    isChained: true,
    fields: { ...COMMON, error: ['object|string', 'The error.'] },
  }),
  defineKind({
    kind: 'system/info',
    about: 'A notice. Only in fixtures.',
    seen: 'Fixtures of other projects',
    isChained: true,
    fields: COMMON,
  }),
] as const
