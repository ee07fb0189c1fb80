import type { FieldTable } from '../fields.ts'
import { defineKind } from './define.ts'

const TYPE = { type: ['string', 'Which attachment it is.'] } as const satisfies FieldTable

/** What a session of 2.1.327 begins with, and what comes again after a compaction, a rewind or a change. */
export const attachmentGivenKinds = [
  defineKind({
    kind: 'attachment/environment',
    about: 'Where the session runs.',
    seen: '2.1.327; 60 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      snapshot: [
        'object',
        '`{workingDirectory, isWorktree, isGitRepo, additionalWorkingDirectories, platform, shell, osVersion}`.',
      ],
      changes: ['array', '`{field, from?}` for each that is another than before.'],
    },
  }),
  defineKind({
    kind: 'attachment/model',
    about: 'Which model the session runs on.',
    seen: '2.1.327; 57 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      identity: ['object', '`{modelId, marketingName, knowledgeCutoff}`.'],
      text: ['string', 'The same in words.'],
    },
  }),
  defineKind({
    kind: 'attachment/instructions',
    about: 'Which CLAUDE.md files the model was given, each with its text.',
    seen: '2.1.327; 54 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: { ...TYPE, files: ['array', '`{path, type, content}` for each; type `Project`, `User` …'] },
  }),
  defineKind({
    kind: 'attachment/session_context',
    about: 'The state of git when the session began.',
    seen: '2.1.327; 58 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: { ...TYPE, context: ['object', '`{gitStatus}`; empty outside git.'] },
  }),
  defineKind({
    kind: 'attachment/date',
    about: 'The date.',
    seen: '2.1.327; 58 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: { ...TYPE, date: ['string', 'Year, month and day.'] },
  }),
  defineKind({
    kind: 'attachment/remote_session_change',
    about: 'The lines that the model is to put below commits and pull requests, and the address of a remote session.',
    seen: '2.1.327; 58 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      url: ['string|null', 'Address of the remote session.'],
      commit: ['string|null', 'Line for commits.'],
      pr: ['string|null', 'Line for pull requests.'],
      sendUserFileHint: ['boolean', 'The model may send files.'],
      managedCommit: ['boolean', 'The line for commits is set by whoever manages the machine.'],
      managedPr: ['boolean', 'That for pull requests is.'],
    },
  }),
  defineKind({
    kind: 'attachment/prompt_snapshot',
    about:
      'The system prompt, written before the first request; again after the first answer, then with the tools. A third of all bytes.',
    seen: '2.1.327; 113 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      systemPrompt: ['array', 'Its texts.'],
      tools: ['array', '`{name, description, schema}` for each tool.'],
      cliPrefix: ['string', 'The first sentence.'],
      contextRendering: ['string', '`announced`.'],
      reminderFold: ['boolean', 'A client switch.'],
      echoWireToolInputs: ['boolean', 'A client switch.'],
      systemTurns: ['boolean', 'A client switch.'],
      toolChangeHeader: ['boolean', 'A client switch.'],
      inlineTools: ['boolean', 'A client switch.'],
      keptReminders: ['boolean', 'A client switch.'],
    },
  }),
  defineKind({
    kind: 'attachment/deferred_tools_record',
    about: 'Tools that ToolSearch loaded.',
    seen: '2.1.327; 1 recorded entry',
    isChained: true,
    payload: 'attachment',
    fields: { ...TYPE, entries: ['array', '`{name, description, input_schema, defer_loading}` for each.'] },
  }),
  defineKind({
    kind: 'attachment/session_cron_carry',
    about: 'Scheduled prompts that the session takes along.',
    seen: '2.1.327; 2 recorded entries',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      tasks: ['array', 'The scheduled tasks; empty where seen.'],
      wakeup: ['object', '`{prompt, scheduledFor, reason}`: the wake-up that the model asked for.'],
    },
  }),
] as const
