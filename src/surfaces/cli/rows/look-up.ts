import { type CommandRow, defineCommand, type OptionRow } from '../define-command.ts'

/** Which sessions a lookup is about. */
const SCOPE: readonly OptionRow[] = [
  { name: 'project', value: 'NAME', summary: 'Only this project: its name, or the end of its path' },
  { name: 'since', value: 'WHEN', summary: 'Only what happened since then: 7d, 12h, yesterday, 2026-11-01' },
  { name: 'until', value: 'WHEN', summary: 'Only what happened before then' },
  { name: 'limit', short: 'n', value: 'COUNT', isCount: true, summary: 'At most so many (default: 20)' },
]

const RESTORE_TO: OptionRow = {
  name: 'restore-to',
  value: 'DIR',
  summary: 'Write it as it was below this folder, which must be apart from where work goes on',
}

export const lookUpCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'files',
    group: 'Find',
    summary: 'Show who read, wrote or edited a file, and in which prompt',
    details:
      'The name of a file, the end of its path, a whole path or a folder; older names of a renamed file are found too. ' +
      'Without a path, lists the files changed most recently. --at prints the file as it was: stdout has its bytes ' +
      'alone, stderr says how sure that is, and what may have changed it unrecorded. A moment is a time (2d, yesterday, ' +
      '2026-11-01: where it begins), the end of a session or turn (3f2a, 3f2a:4), or right before one ' +
      '(before:3f2a:4); --diff also takes now, the file on disk. Exit code 1: it is not known, no text, or was not there.',
    args: [{ name: 'path', summary: 'A file or folder, or the end of its path', offers: 'paths' }],
    options: [
      ...SCOPE,
      {
        name: 'action',
        value: 'ACTION',
        choices: ['read', 'change', 'create', 'write', 'edit', 'delete'],
        summary: 'Only this; change = all but read',
      },
      { name: 'at', value: 'MOMENT', summary: 'Print the file as it was then' },
      { name: 'diff', value: 'A B', isPair: true, summary: 'Print what changed in it from one moment to another' },
      RESTORE_TO,
    ],
    examples: [
      { command: 'backscroll files lock.ts', says: 'every session that touched it' },
      { command: 'backscroll files src/store/lock.ts --action change', says: 'only changes' },
      { command: 'backscroll files src/store/lock.ts --at 3f2a:4', says: 'the file as it was at the end of turn 4' },
      { command: 'backscroll files lock.ts --diff before:3f2a now', says: 'what changed since that session began' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/files.ts'),
  }),
  defineCommand({
    name: 'undo-plan',
    group: 'Find',
    summary: 'Show what a session changed, and the patch that would take it back',
    details:
      'Each file with how sure its states before and after the session are, who changed it since, and a patch for ' +
      '`git apply` or `patch -p1` from what the session left back to what it found. Changes nothing: --restore-to ' +
      'writes the files as they were before the session, below another folder and never over a file. What commands ' +
      'changed is in no record, so they are listed. Exit code 1: the session changed no file.',
    args: [{ name: 'id', summary: 'Session id; its beginning is enough', isRequired: true, offers: 'sessions' }],
    options: [{ name: 'patch', summary: 'Print the patch alone' }, RESTORE_TO],
    examples: [
      { command: 'backscroll undo-plan 3f2a', says: 'what it changed, and the patch' },
      { command: 'backscroll undo-plan 3f2a --patch | git apply --check', says: 'whether it still fits' },
      { command: 'backscroll undo-plan 3f2a --restore-to /tmp/before', says: 'the files as they were' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/undo-plan.ts'),
  }),
  defineCommand({
    name: 'why',
    group: 'Find',
    summary: 'Show why a file, or a line of it, is as it is',
    details:
      'From the line to the edit that wrote it, the prompt that asked for it, the session, and the commit and pull ' +
      'request it went into. In a git repository, blame says which commit the line comes from.',
    args: [{ name: 'path', summary: 'A file, with :12 for one line', isRequired: true, offers: 'paths' }],
    options: SCOPE,
    examples: [
      { command: 'backscroll why src/store/lock.ts:42', says: 'who wrote line 42, and what for' },
      { command: 'backscroll why README.md', says: 'the latest changes with their prompts' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/why.ts'),
  }),
  defineCommand({
    name: 'errors',
    group: 'Find',
    summary: 'Find an error, where it was met, and what ended it',
    details:
      'For each error: where and how often it came, and the turn after which it no longer did, with the files changed in ' +
      'between. Errors that differ in numbers, hashes, times or folders alone are one. Without a text, lists those that ' +
      'came often, lately.',
    args: [{ name: 'text', summary: 'Words of the error, in any order', isList: true }],
    options: SCOPE,
    examples: [
      { command: 'backscroll errors ECONNREFUSED', says: 'where it was met, and how it ended' },
      { command: 'backscroll errors --project api --since 7d', says: 'what goes wrong there' },
    ],
    isPaged: true,
    hasJson: true,
    takesText: true,
    interrupts: 'stop',
    load: () => import('../commands/errors.ts'),
  }),
  defineCommand({
    name: 'commands',
    group: 'Find',
    summary: 'Find commands that were run, and whether they worked',
    details:
      'A command line stands once per session, with how often it was run there. Without a text, lists the latest.',
    args: [{ name: 'text', summary: 'Parts of the command line, in any order', isList: true }],
    options: SCOPE,
    examples: [{ command: 'backscroll commands docker build', says: 'how it was called, and whether it worked' }],
    isPaged: true,
    hasJson: true,
    takesText: true,
    interrupts: 'stop',
    load: () => import('../commands/commands.ts'),
  }),
  defineCommand({
    name: 'commits',
    group: 'Find',
    summary: 'Find the session and prompt that made a commit',
    details:
      'A hash of any length, the address of a commit, or words of its message. Knows the commits that git reported in a ' +
      'session. Without one, lists the latest.',
    args: [{ name: 'commit', summary: 'The beginning of its hash, or words of its message', isList: true }],
    options: SCOPE,
    examples: [
      { command: 'backscroll commits 99a61e4', says: 'the prompt behind a commit' },
      { command: 'backscroll commits fix login', says: 'commits with these words' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/commits.ts'),
  }),
  defineCommand({
    name: 'prs',
    group: 'Find',
    summary: 'Find the sessions behind a pull request',
    details:
      'Sessions that opened it or that the client linked to it, with their commits. Without one, lists the latest.',
    args: [{ name: 'pr', summary: 'Its number, owner/name#12, its address, or a part of that', isList: true }],
    options: SCOPE,
    examples: [
      { command: 'backscroll prs 12', says: 'every session that worked on it' },
      { command: 'backscroll prs owner/name#12', says: 'the one of this repository' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/prs.ts'),
  }),
  defineCommand({
    name: 'urls',
    group: 'Find',
    summary: 'Find addresses that were fetched, found, typed or written',
    details: 'Addresses that only a web search named come last. Without a text, lists the latest.',
    args: [{ name: 'text', summary: 'Parts of the address', isList: true }],
    options: SCOPE,
    examples: [{ command: 'backscroll urls sqlite.org', says: 'what was read there, and what for' }],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/urls.ts'),
  }),
]
