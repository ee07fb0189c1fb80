import type { FieldTable } from '../fields.ts'
import { defineKind } from './define.ts'
import { ORIGIN_KINDS } from './known-words.ts'

const TYPE = { type: ['string', 'Which attachment it is.'] } as const satisfies FieldTable

const FILE = {
  ...TYPE,
  filename: ['string', 'Path of the file.'],
  displayPath: ['string', 'The path as shown.'],
} as const satisfies FieldTable

const MEMORY = {
  ...TYPE,
  path: ['string', 'Path of the memory file.'],
  content: ['object|string', 'Its text, or `{path, type, content}`.'],
  displayPath: ['string', 'The path as shown.'],
} as const satisfies FieldTable

/** What the user or the client put before the model: messages, files, memories. */
export const attachmentContextKinds = [
  defineKind({
    kind: 'attachment/queued_command',
    about: 'A message typed while the model was working: the only place where it is stored. Also task notifications.',
    seen: '2.1.97 and later; 2 recorded files with 171 entries',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      prompt: ['string|array', 'The text, or content blocks with images.'],
      commandMode: ['string', 'What it is.', ['prompt', 'task-notification']],
      source_uuid: ['string', 'Id of the queued input.'],
      timestamp: ['string', 'When it was typed.'],
      origin: ['object', 'Who sent it: `{kind, …}`.', { kind: ORIGIN_KINDS }],
      delivery_id: ['string', '`deliveryId` of the queue operation that took it up. Since 2.1.327.'],
      humanTurn: ['boolean', 'The words are a person’s. Since 2.1.327.'],
      isMeta: ['boolean', 'Not typed by the user.'],
      imagePasteIds: ['array', 'Numbers of the pasted images.'],
    },
  }),
  defineKind({
    kind: 'attachment/file',
    about: 'A file named with `@`, with its content.',
    seen: '1 recorded file',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...FILE,
      content: ['object', '`{type, file}` as in a Read result.'],
      savedCopyFraming: ['object', '`{enveloped}`. Since 2.1.327.'],
    },
  }),
  defineKind({
    kind: 'attachment/already_read_file',
    about: 'A file named with `@` that the model had read before: not given again.',
    seen: '2.1.327; 1 recorded file',
    isChained: true,
    payload: 'attachment',
    fields: { ...FILE, content: ['object', '`{type, file}` as in a Read result.'] },
  }),
  defineKind({
    kind: 'attachment/directory',
    about: 'A directory named with `@`, with its listing.',
    seen: 'Known from other readers of the format',
    isChained: true,
    payload: 'attachment',
    fields: { ...FILE, path: ['string', 'Path of the directory.'], content: ['string|object', 'The listing.'] },
  }),
  defineKind({
    kind: 'attachment/compact_file_reference',
    about: 'A file the context knew before a compaction, named without content.',
    seen: '1 recorded file',
    isChained: true,
    payload: 'attachment',
    fields: FILE,
  }),
  defineKind({
    kind: 'attachment/plan_file_reference',
    about: 'The plan file, named again after a compaction.',
    seen: '1 recorded file',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...FILE,
      planFilePath: ['string', 'Path of the plan.'],
      planContent: ['string', 'Its text.'],
    },
  }),
  defineKind({
    kind: 'attachment/edited_text_file',
    about: 'A file was changed outside the session.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...FILE,
      snippet: ['string', 'The changed part.'],
      rereadEntry: ['object', 'What the client read again of it. Since 2.1.327.'],
    },
  }),
  defineKind({
    kind: 'attachment/nested_memory',
    about: 'A CLAUDE.md further down the tree was loaded.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: MEMORY,
  }),
  defineKind({
    kind: 'attachment/relevant_memories',
    about: 'Memories that fit the prompt were loaded.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: MEMORY,
  }),
  defineKind({
    kind: 'attachment/agent_mention',
    about: 'An agent named with `@`.',
    seen: 'Known from other readers of the format',
    isChained: true,
    payload: 'attachment',
    fields: { ...TYPE, agentType: ['string', 'The agent.'] },
  }),
  defineKind({
    kind: 'attachment/structured_output',
    about: 'The answer in the JSON shape that was asked for.',
    seen: 'Known from other readers of the format',
    isChained: true,
    payload: 'attachment',
    fields: { ...TYPE, data: ['any', 'The answer.'] },
  }),
] as const
