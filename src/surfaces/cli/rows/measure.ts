import { type CommandRow, defineCommand } from '../define-command.ts'

export const measureCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'friction',
    group: 'Count',
    summary: 'Show which sessions were hard work, and why',
    details:
      'A score from 0 to 100 by the measure of your own sessions: corrections, interruptions, refused calls, rewinds, ' +
      'unresolved errors, compactions, retries on a file, read-edit cycles, failed test runs and tokens per changed line, ' +
      'each as a rate. 50 is the middle of the sessions in which something went wrong. With a session: every part, with ' +
      'the turns that back it. It says how a session went, not how good anybody is. More in docs/friction.md.',
    args: [{ name: 'id', summary: 'A session', offers: 'sessions' }],
    options: [
      { name: 'project', short: 'p', value: 'NAME', summary: 'Only this project: its name, or the end of its path' },
      { name: 'since', value: 'WHEN', summary: 'Only sessions that went on since then: 7d, yesterday, 2026-11-01' },
      { name: 'until', value: 'WHEN', summary: 'Only sessions that began before then' },
      { name: 'limit', short: 'n', value: 'COUNT', isCount: true, summary: 'At most so many (default: 20)' },
    ],
    examples: [
      { command: 'backscroll friction --since 30d', says: 'the hardest sessions of the last month' },
      { command: 'backscroll friction 3f2a', says: 'what made one hard, with turns' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/friction.ts'),
  }),
  defineCommand({
    name: 'trends',
    group: 'Count',
    summary: 'Show how work changes from week to week, and what was unusual',
    details:
      'By week, from Monday on: sessions, turns, active time, tokens and cost (those of `usage weekly`), changed lines and ' +
      'files, commits, pull requests, test runs and how many passed, corrections per turn, errors, and the median friction. ' +
      'A week is unusual where it lies more than three deviations from the median of the weeks with work before it, of ' +
      'which there must be six; the sessions that drove it stand below. More in docs/friction.md.',
    options: [
      {
        name: 'weeks',
        short: 'w',
        value: 'COUNT',
        range: { min: 2, max: 104 },
        isCount: true,
        summary: 'So many weeks, this one included (default: 12)',
      },
      { name: 'project', short: 'p', value: 'NAME', summary: 'Only this project: its name, or the end of its path' },
      { name: 'until', short: 'u', value: 'WHEN', summary: 'The weeks up to then; a day, week or month is included' },
      {
        name: 'tz',
        short: 'z',
        value: 'ZONE',
        summary: 'Time zone of weeks: Europe/Berlin, UTC (default: this machine’s)',
      },
    ],
    examples: [
      { command: 'backscroll trends', says: 'the last twelve weeks' },
      { command: 'backscroll trends --weeks 26 --project api', says: 'half a year of one project' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/trends.ts'),
  }),
]
