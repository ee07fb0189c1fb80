import { type CommandRow, defineCommand, type OptionRow } from '../define-command.ts'

const REDACT_WORDS: OptionRow = {
  name: 'redact-words',
  value: 'FILE',
  summary: 'Also take out the words in this file, one a line',
}

const REDACT_MORE: OptionRow = {
  name: 'redact',
  value: 'WHAT',
  choices: ['people'],
  summary: 'Also take out telephone numbers, public IP and MAC addresses, coordinates and national ids',
}

export const shareCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'export',
    group: 'Share',
    summary: 'Write sessions as HTML, Markdown, JSON or text, with secrets taken out',
    details:
      'Writes one file for a session, or a folder with an index page for several. Keys, passwords, home folders, names ' +
      'and e-mail addresses are taken out, the same one always by the same placeholder; images are not looked at. ' +
      'If that fails, nothing is written. --format jsonl gives the original bytes, and only together with --no-redact.',
    args: [
      {
        name: 'ids',
        summary: 'Session ids; :4 after one for one turn or :4-9 for several',
        isList: true,
        offers: 'sessions',
      },
    ],
    options: [
      {
        name: 'format',
        short: 'f',
        value: 'FORMAT',
        choices: ['html', 'md', 'json', 'jsonl', 'txt'],
        summary: 'What to write (default: as the name after -o ends, else html)',
      },
      {
        name: 'level',
        value: 'LEVEL',
        choices: ['prompts', 'answers', 'tools', 'all', 'raw'],
        summary: 'How much of each session (default: all for html and json, tools for md and txt)',
      },
      { name: 'turns', value: 'RANGE', summary: 'Only these turns of one session: 4 or 4-9' },
      {
        name: 'agents',
        value: 'MODE',
        choices: ['nested', 'none', 'only'],
        summary: 'What subagents did: where they were called, left out, or nothing else (default: nested)',
      },
      { name: 'output', short: 'o', value: 'PATH', summary: 'File or folder to write to; - for stdout' },
      { name: 'project', value: 'NAME', summary: 'Every session of this project' },
      { name: 'since', value: 'WHEN', summary: 'Every session active since then: 7d, yesterday, 2026-11-01' },
      { name: 'until', value: 'WHEN', summary: 'Only sessions that began before then' },
      { name: 'no-redact', summary: 'Leave everything as it was recorded' },
      REDACT_MORE,
      REDACT_WORDS,
      { name: 'review', summary: 'Look at each thing to be taken out before anything is written' },
      { name: 'no-images', summary: 'Leave images and documents out' },
      { name: 'open', summary: 'Open the result when it is written' },
    ],
    examples: [
      { command: 'backscroll export 3f2a', says: 'one HTML file in this folder' },
      { command: 'backscroll export 3f2a --turns 4-9 -o talk.md', says: 'some turns, as Markdown' },
      {
        command: 'backscroll export --project api --since 7d -o week/',
        says: 'a week of a project, with an index page',
      },
      { command: 'backscroll export 3f2a -f md -o - --level answers', says: 'prompts and answers, into a pipe' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/export.ts'),
  }),
  defineCommand({
    name: 'redact',
    group: 'Share',
    summary: 'List what an export would take out, or write a transcript without it',
    details:
      'With --check nothing is written: each thing found is listed with its kind, how often and where; exit code 1 if ' +
      'there is any. Without it the transcript is written as JSONL with the same placeholders as in an export.',
    args: [{ name: 'id', summary: 'Session id', isRequired: true, offers: 'sessions' }],
    options: [
      { name: 'check', summary: 'Only list what was found' },
      { name: 'output', short: 'o', value: 'FILE', summary: 'File to write to (default: stdout)' },
      REDACT_MORE,
      REDACT_WORDS,
    ],
    examples: [
      { command: 'backscroll redact 3f2a --check', says: 'what would be taken out' },
      { command: 'backscroll redact 3f2a -o clean.jsonl', says: 'the transcript, fit for a bug report' },
    ],
    isPaged: true,
    hasJson: true,
    load: () => import('../commands/redact.ts'),
  }),
  defineCommand({
    name: 'notes',
    group: 'Share',
    summary: 'Write a note per session into an Obsidian vault, with secrets taken out',
    details:
      'Writes what happened in each session: summary, decisions, files, commits, tests, what was left open, with ' +
      'properties to query and links between sessions, days and projects. Notes are brought up to date, and what you ' +
      'write into them yourself stays. While the setting notesVault is set, hooks write the notes of sessions as they ' +
      'run and end. docs/notes.md has the properties, the templates, and how several machines share a vault. Exit ' +
      'code 2: a note could not be written, or was left alone because its marks are damaged.',
    options: [
      { name: 'vault', value: 'DIR', summary: 'The vault (default: the setting notesVault)' },
      { name: 'folder', value: 'NAME', summary: 'Folder of the notes in it (default: backscroll)' },
      { name: 'create', summary: 'Make the vault if it does not exist' },
      { name: 'session', value: 'ID', summary: 'Only this session' },
      { name: 'project', value: 'NAME', summary: 'Only sessions of this project' },
      { name: 'since', value: 'WHEN', summary: 'Only sessions active since then: 7d, yesterday, 2026-11-01' },
      { name: 'until', value: 'WHEN', summary: 'Only sessions that began before then' },
      { name: 'all', summary: 'Also sessions without a prompt, and those that only repeat another' },
      { name: 'dry-run', summary: 'Only list what would be written' },
      { name: 'templates', value: 'DIR', summary: 'Folder with session.md, day.md or project.md of your own' },
      {
        name: 'print-template',
        value: 'KIND',
        choices: ['session', 'day', 'project'],
        summary: 'Print the template in use by default, to start from',
      },
      { name: 'no-redact', summary: 'Leave everything as it was recorded' },
      REDACT_WORDS,
    ],
    examples: [
      { command: 'backscroll notes --vault ~/Notes', says: 'all sessions' },
      { command: 'backscroll notes --vault ~/Notes --since 7d --dry-run', says: 'what a week would make' },
      { command: 'backscroll config set notesVault ~/Notes', says: 'from now on by hooks, too' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/notes.ts'),
  }),
]
