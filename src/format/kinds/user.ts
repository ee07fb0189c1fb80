import { defineKind } from './define.ts'
import { ORIGIN_KINDS, PERMISSION_MODES } from './known-words.ts'

export const user = defineKind({
  kind: 'user',
  about:
    'Sent to the model in the role of the user: a typed prompt, a tool result, a slash command, text the client injected. About 7 % of them are prompts.',
  seen: '1.0.17 and later; 688 recorded files',
  isChained: true,
  fields: {
    message: ['object', 'The API message, see below.'],
    toolUseResult: [
      'object|string|array',
      'The result of a tool in structured form; a string for errors, an array for MCP.',
    ],
    sourceToolAssistantUUID: ['string', 'The assistant entry that asked for the tool. Since 2.1.1.'],
    sourceToolUseID: ['string', 'The Skill call that injected this text. Since 2.0.76.'],
    isMeta: ['boolean', 'Not typed by the user, but sent to the model. Since 1.0.24.'],
    isCompactSummary: ['boolean', 'The summary a compaction made. Since 2.0.76.'],
    isVisibleInTranscriptOnly: ['boolean', 'Always together with `isCompactSummary`.'],
    thinkingMetadata: [
      'object',
      '`{level, disabled, triggers}` up to 2.1.17, `{maxThinkingTokens}` from 2.1.19 to 2.1.45.',
    ],
    todos: ['array', 'The todo list at that time, usually empty. 2.0.55 to 2.1.62.'],
    permissionMode: [
      'string',
      'The permission mode. Since 2.1.15; not on commands, `!` lines and plans handed over.',
      PERMISSION_MODES,
    ],
    planContent: ['string', 'The accepted plan that this prompt hands over. Since 2.1.29.'],
    imagePasteIds: ['array', 'Numbers of the images pasted into the prompt. Since 2.1.29.'],
    origin: [
      'object',
      'Who sent it: `{kind, …}`, with a notification `producer`, `runId`, with a message of an agent `from`, `name`, `senderTaskId` and `body`, its text alone. Since 2.1.88.',
      { kind: ORIGIN_KINDS },
    ],
    promptSource: [
      'string',
      'How it came in; `sdk` also where a person sits in front of a host that uses the SDK. Since 2.1.161.',
      ['typed', 'queued', 'sdk', 'system'],
    ],
    turnOrigin: [
      'string',
      'What set the model to work, on the entry that begins a turn; of a `!` line on its output. Since 2.1.327.',
      ['human', 'sdk', 'task_notification', 'scheduled', 'peer'],
    ],
    turnPosition: [
      'object',
      '`{promptIndex, turnIndex}`: `turnIndex` counts turns, `promptIndex` those of a person. One that comes again took the place of the earlier turn. Since 2.1.327.',
    ],
    wakeupSource: ['string', 'What woke the session: `schedule_wakeup`, `loop_wakeup`. Since 2.1.327.'],
    scheduledTaskId: ['string', 'The scheduled task whose prompt it is. Since 2.1.327.'],
    scheduledFireId: ['string', 'The `system/scheduled_task_fire` entry before it. Since 2.1.327.'],
    queuePriority: ['string', 'Its place in the queue: `later`. Since 2.1.327.'],
    queueSkipAttachments: ['boolean', 'Queued without looking for attachments. Since 2.1.2xx.'],
    queueSkipSlashCommands: ['boolean', 'Queued without looking for commands. Since 2.1.327.'],
    mcpMeta: ['object', '`{structuredContent, _meta}` of an MCP result. Since 2.1.20.'],
    permissionDecision: [
      'object',
      '`{decision, source, grantScope?, reasonType?, ruleSource?, reasonCode?}`: who let the call run or refused it. A person did where `source` begins with `user_`. Since 2.1.327.',
      {
        decision: ['accept', 'reject'],
        source: ['config', 'user_temporary', 'user_reject'],
        grantScope: ['once', 'session'],
        reasonType: ['rule', 'mode', 'subcommandResults', 'other'],
      },
    ],
    toolDenialKind: [
      'string',
      'Why a tool was not allowed to run; `user-rejected` also where nobody was asked. Since 2.1.150.',
      ['user-rejected', 'permission-rule'],
    ],
    toolDenialBeforeRun: ['boolean', 'Refused in the dialog without a word. Since 2.1.327.'],
    holdsPersonsWords: ['boolean', 'The result holds what a person typed. Since 2.1.327.'],
    userFeedback: ['string', 'The reason that a person typed with a refusal. Since 2.1.327.'],
    sandboxed: ['boolean', 'The command ran in a sandbox. Since 2.1.327.'],
    mcpCallNotReadOnly: ['string', 'Why an MCP call is not taken for reading only: `no_hint`. Since 2.1.327.'],
    toolEndsTurn: ['boolean', 'The tool call ended the turn. Since 2.1.150.'],
    interruptedMessageId: ['string', 'The API message that was interrupted. Since 2.1.150.'],
    refusedMessageId: ['string', 'The API message that was refused and is asked for again. Since 2.1.327.'],
    interruptedByShutdown: ['boolean', 'The client was closed during the turn. Since 2.1.150.'],
    turnCompanion: [
      'boolean',
      'Made by the client for the turn: the body of a command or skill, a note to go on. Since 2.1.150.',
    ],
    classifierMetaLines: ['array', 'Lines for the permission classifier. Since 2.1.150.'],
  },
  message: {
    role: ['string', '`user`.'],
    content: ['string|array', 'Text, or content blocks. Both occur for typed prompts.'],
  },
})
