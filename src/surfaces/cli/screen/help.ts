import type { FilterName } from '../../../query/search/query.ts'

/** One line of the help: a title, a key or an example with what it does, or an empty line. */
export interface HelpLine {
  readonly title?: string
  readonly key?: string
  readonly says?: string
}

/** An example of every filter; a new one does not compile without. */
const FILTERS: { readonly [Name in FilterName]: { readonly example: string; readonly says: string } } = {
  project: { example: 'project:api', says: 'one project' },
  branch: { example: 'branch:main', says: 'a git branch' },
  file: { example: 'file:lock.ts', says: 'sessions that touched a file' },
  tool: { example: 'tool:Bash', says: 'a tool that was called' },
  cmd: { example: 'cmd:vitest', says: 'a command that was run' },
  model: { example: 'model:opus', says: 'a model' },
  agent: { example: 'agent:Explore', says: 'a type of subagent' },
  role: { example: 'role:prompt', says: 'or answer, thinking, tool, output, summary, plan' },
  is: { example: 'is:error', says: 'or deleted, subagent, rewound, pinned' },
  pr: { example: 'pr:42', says: 'a pull request' },
  commit: { example: 'commit:3f2a1b', says: 'a commit' },
  before: { example: 'before:2w', says: 'a date, or how long ago' },
  after: { example: 'after:yesterday', says: 'since then' },
  on: { example: 'on:2026-11-01', says: 'that day' },
  session: { example: 'session:3f2a', says: 'one session' },
  tag: { example: 'tag:release', says: 'a tag of yours' },
}

export const HELP: readonly HelpLine[] = [
  { title: 'Anywhere' },
  { key: 'Enter', says: 'read from there on' },
  { key: '↓ ↑', says: 'move in the list, and back' },
  { key: 'PgDn PgUp', says: 'move by a screen' },
  { key: 'Tab', says: 'between query and list' },
  { key: 'ctrl-r', says: 'resume in Claude Code' },
  { key: 'ctrl-p', says: 'pin, or take the pin away' },
  { key: 'ctrl-y', says: 'copy the id' },
  { key: 'ctrl-u', says: 'clear the query' },
  { key: 'ctrl-w', says: 'clear its last word' },
  { key: 'Esc', says: 'one step back, then quit' },
  { key: 'ctrl-c', says: 'quit; ctrl-d too, with an empty query' },
  {},
  { title: 'In the list' },
  { key: 'r', says: 'resume in Claude Code' },
  { key: 'p', says: 'pin, or take the pin away' },
  { key: 'y', says: 'copy the id' },
  { key: 'j k g G', says: 'down, up, first, last' },
  { key: '/', says: 'back to the query' },
  { key: '?', says: 'this help' },
  { key: 'q', says: 'quit' },
  {},
  { title: 'In the query' },
  { key: '"exact words"', says: 'in this order' },
  { key: '-word', says: 'without it; filters too' },
  ...Object.values(FILTERS).map(({ example, says }) => ({ key: example, says })),
]
