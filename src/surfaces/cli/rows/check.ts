import { type CommandRow, defineCommand } from '../define-command.ts'

export const checkCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'doctor',
    group: 'Check',
    summary: 'Check that every transcript is read whole and that the set-up works',
    details:
      'Reports unreadable lines, kinds of line, keys, words and shapes of queued input that are not known yet, skipped files, and which sessions ' +
      'the client will delete and when. Reads every file, but for those that the index holds as they are. Also looks whether ' +
      'everything can be kept, and runs what Claude Code runs of backscroll, as it stands in its settings: a hook, in a ' +
      'folder of its own, until a made-up session is kept there, and a round trip with the MCP server; and shows what ' +
      'hooks failed at in the last week. Exit code 0: clean; 1: findings; 2: it could not run.',
    isPaged: true,
    hasJson: true,
    examples: [{ command: 'backscroll doctor --json', says: 'the whole report, for a program' }],
    load: () => import('../commands/doctor.ts'),
  }),
]
