import { type CommandRow, defineCommand } from '../define-command.ts'

export const checkCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'doctor',
    group: 'Check',
    summary: 'Check that every transcript is read whole, and what will be deleted',
    details:
      'Reports unreadable lines, kinds of line that are not known yet, skipped files, and which sessions the client ' +
      'will delete and when. Reads every file, but for those that the index holds as they are. Exit code 0: clean; ' +
      '1: findings; 2: it could not run.',
    isPaged: true,
    hasJson: true,
    examples: [{ command: 'backscroll doctor --json', says: 'the whole report, for a program' }],
    load: () => import('../commands/doctor.ts'),
  }),
]
