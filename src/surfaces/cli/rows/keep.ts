import { type ArgRow, type CommandRow, defineCommand } from '../define-command.ts'

const ID: ArgRow = { name: 'id', summary: 'Session id; its beginning is enough', isRequired: true, offers: 'sessions' }

export const keepCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'sync',
    group: 'Keep',
    summary: 'Keep what is new, for good',
    details:
      'Copies every transcript and all that belongs to it into the archive, byte for byte and compressed, and brings ' +
      'the index up to date. Only what is new is read. What the client deletes stays in the archive. Ctrl-c stops it ' +
      'at any time: the next sync goes on from there. Projects in the setting `exclude` are left out. Exit code 2: ' +
      'something could not be read.',
    examples: [{ command: 'backscroll sync', says: 'all that is new on this machine' }],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/sync.ts'),
  }),
  defineCommand({
    name: 'watch',
    group: 'Keep',
    summary: 'Keep sessions as they are written',
    details:
      'Stays and keeps every change within a second; says one line for each. Ends with ctrl-c. --install sets up a ' +
      'service of yours that does so whenever you are logged in: systemd on Linux, launchd on macOS, the Task ' +
      'Scheduler on Windows. --json prints one document per line.',
    options: [
      { name: 'install', summary: 'Set up a service that watches from now on' },
      { name: 'uninstall', summary: 'Remove that service; what it kept stays' },
    ],
    examples: [
      { command: 'backscroll watch', says: 'until ctrl-c' },
      { command: 'backscroll watch --install', says: 'from now on, at every login' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/watch.ts'),
  }),
  defineCommand({
    name: 'status',
    group: 'Keep',
    summary: 'Show what is kept, how large it is, and what is at risk',
    details: 'At risk are sessions that the client deletes within a week. Exit code 1: nothing is kept yet.',
    examples: [{ command: 'backscroll status --json', says: 'for a program' }],
    hasJson: true,
    load: () => import('../commands/status.ts'),
  }),
  defineCommand({
    name: 'restore',
    group: 'Keep',
    summary: 'Write a kept session back to disk, byte for byte',
    details:
      'All files of the session go where they stood, or into a folder laid out like ~/.claude. Nothing is written if ' +
      'one of them exists there and differs. What was imported goes to the config folder in use here. A transcript ' +
      'that was rewritten is kept in generations, from 1.',
    args: [ID],
    options: [
      { name: 'to', value: 'DIR', summary: 'Lay it out in this folder instead' },
      { name: 'generation', value: 'NUMBER', isCount: true, summary: 'An older copy of the transcript, from 1' },
    ],
    examples: [
      { command: 'backscroll restore 3f2a', says: 'to where it was' },
      { command: 'backscroll restore 3f2a --to /tmp/look', says: 'elsewhere' },
    ],
    hasJson: true,
    load: () => import('../commands/restore.ts'),
  }),
  defineCommand({
    name: 'resume',
    group: 'Keep',
    summary: 'Go on with a session in Claude Code, restored if need be',
    details:
      'Restores the session where the client has deleted it, changes to its folder and runs `claude --resume`. Where ' +
      '`claude` is not there, it prints what to run.',
    args: [ID],
    examples: [{ command: 'backscroll resume 3f2a', says: 'also weeks after the client deleted it' }],
    interrupts: 'ignore',
    load: () => import('../commands/resume.ts'),
  }),
  defineCommand({
    name: 'import',
    group: 'Keep',
    summary: 'Keep transcripts of another machine or an old backup',
    details:
      'Takes a config folder (such as /mnt/old/.claude), any folder above transcripts, or one transcript. Nothing in ' +
      'there is changed.',
    args: [
      { name: 'folder', summary: 'A folder with transcripts, or one transcript', isRequired: true, offers: 'paths' },
    ],
    examples: [{ command: 'backscroll import /mnt/old/.claude', says: 'a backup of another machine' }],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/import.ts'),
  }),
  defineCommand({
    name: 'verify',
    group: 'Keep',
    summary: 'Check that everything kept is as it was',
    details:
      'Unpacks every piece of the archive and compares it with the hash it was kept under. Exit code 0: sound; 1: ' +
      'damaged, with a list; 2: it could not run.',
    options: [{ name: 'quick', summary: 'Read only the newest files; of the others look that they are there' }],
    examples: [
      { command: 'backscroll verify', says: 'every byte' },
      { command: 'backscroll verify --quick', says: 'the newest' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/verify.ts'),
  }),
  defineCommand({
    name: 'reindex',
    group: 'Keep',
    summary: 'Make the index anew from the archive',
    details: 'The archive alone is needed: nothing at the sources is looked at.',
    examples: [{ command: 'backscroll reindex', says: 'after the index was damaged or deleted' }],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/reindex.ts'),
  }),
  defineCommand({
    name: 'forget',
    group: 'Keep',
    summary: 'Take a session out of archive and index for good',
    details:
      'Shows what would go and asks. Every copy kept under the id goes; sync does not bring it back. The only command ' +
      "that takes anything out of the archive. The client's own files are not touched.",
    args: [ID],
    options: [{ name: 'yes', short: 'y', summary: 'Do not ask' }],
    examples: [
      { command: 'backscroll forget 3f2a', says: 'after asking' },
      { command: 'backscroll forget 3f2a --yes', says: 'in a script' },
    ],
    hasJson: true,
    load: () => import('../commands/forget.ts'),
  }),
]
