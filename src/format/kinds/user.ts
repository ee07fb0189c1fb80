import { defineKind } from './define.ts'

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
      '`default`, `acceptEdits`, `bypassPermissions`, `plan`, `dontAsk`, `auto`. Since 2.1.15.',
    ],
    planContent: ['string', 'The accepted plan that this prompt hands over. 2.1.29 to 2.1.63.'],
    imagePasteIds: ['array', 'Numbers of the images pasted into the prompt. Since 2.1.29.'],
    origin: [
      'object',
      'Who sent it: `{kind, from?, senderTaskId?}`, kind `human`, `task-notification` … Since 2.1.88.',
    ],
    promptSource: ['string', '`typed`, `sdk` … Since 2.1.161.'],
    mcpMeta: ['object', '`{structuredContent, _meta}` of an MCP result. Since 2.1.20.'],
    toolDenialKind: ['string', 'Why a tool was not allowed to run. Since 2.1.150.'],
    toolEndsTurn: ['boolean', 'The tool call ended the turn. Since 2.1.150.'],
    interruptedMessageId: ['string', 'The API message that was interrupted. Since 2.1.150.'],
    interruptedByShutdown: ['boolean', 'The client was closed during the turn. Since 2.1.150.'],
    turnCompanion: ['boolean', 'Goes with the prompt beside it. Since 2.1.150.'],
    classifierMetaLines: ['array', 'Lines for the permission classifier. Since 2.1.150.'],
  },
  message: {
    role: ['string', '`user`.'],
    content: ['string|array', 'Text, or content blocks. Both occur for typed prompts.'],
  },
})
