import { type CommandRow, defineCommand } from '../define-command.ts'

export const enrichCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'enrich',
    group: 'Recall',
    summary: 'Have a command of yours sum up sessions: off until you name one',
    details:
      'Runs the command in the setting `enrichCommand`, such as `claude -p --output-format json`, once for each kept ' +
      'session that it has not summed up as it is now, newest first. The command gets a JSON document on stdin, with ' +
      'secrets taken out as in an export, and answers with a summary and decisions as JSON. What it says is kept apart ' +
      'from facts and shown as generated. The setting `enrichLimits` is its budget; nothing else of backscroll ever ' +
      'runs the command. See docs/enrich.md.',
    args: [
      { name: 'ids', summary: 'Only these sessions; beginnings of ids are enough', isList: true, offers: 'sessions' },
    ],
    options: [
      { name: 'since', value: 'TIME', summary: 'Only sessions active since then: 7d, 2w, 2026-03-01, yesterday' },
      { name: 'project', value: 'NAME', summary: 'Only of this project: its name, or the end of its path' },
      { name: 'limit', short: 'n', value: 'COUNT', isCount: true, summary: 'At most so many, within the budget' },
      { name: 'dry-run', summary: 'Show what would be sent and how much, and send nothing' },
      { name: 'again', summary: 'Also where there is an answer, or a failure, already' },
      {
        name: 'forget',
        value: 'ID',
        isList: true,
        summary: 'Throw away what was generated for this session; `all` for every one',
      },
    ],
    examples: [
      { command: 'backscroll config set enrichCommand "claude -p"', says: 'switch it on' },
      { command: 'backscroll enrich --dry-run', says: 'what would be sent' },
      { command: 'backscroll enrich --since 7d -n 5', says: 'five sessions of the last week' },
      { command: 'backscroll enrich --forget all', says: 'throw away all that was generated' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/enrich.ts'),
  }),
]
