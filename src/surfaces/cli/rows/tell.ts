import { type CommandRow, defineCommand, type OptionRow } from '../define-command.ts'

const PROJECT: OptionRow = {
  name: 'project',
  value: 'NAME',
  summary: 'Only this project: its name, or the end of its path',
}
const SINCE: OptionRow = {
  name: 'since',
  value: 'WHEN',
  summary: 'Only what happened since then: 7d, 12h, yesterday, 2026-11-01',
}
const UNTIL: OptionRow = { name: 'until', value: 'WHEN', summary: 'Only what happened before then' }
const LIMIT: OptionRow = {
  name: 'limit',
  short: 'n',
  value: 'COUNT',
  isCount: true,
  summary: 'At most so many (default: 20)',
}

const ZONE: OptionRow = {
  name: 'tz',
  short: 'z',
  value: 'ZONE',
  summary: 'Time zone of days: Europe/Berlin, UTC (default: this machine’s)',
}
const MARKDOWN: OptionRow = { name: 'markdown', summary: 'Print Markdown, to paste' }

export const tellCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'day',
    group: 'Tell',
    summary: 'Tell what was done on a day, by project and session',
    details:
      'What was asked for, in your words, and what came of it: files, commits, pull requests, tests, decisions, and what ' +
      'is open. A turn belongs to the day on which it was asked for; tokens and money are those of `usage day`. Without a ' +
      'date, today.',
    args: [{ name: 'date', summary: 'A day: yesterday, monday, 2026-11-01', isList: true }],
    options: [PROJECT, ZONE, MARKDOWN],
    examples: [
      { command: 'backscroll day', says: 'today' },
      { command: 'backscroll day yesterday --markdown', says: 'to paste somewhere' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/day.ts'),
  }),
  defineCommand({
    name: 'week',
    group: 'Tell',
    summary: 'Tell what was done in a week, by day and project, against the week before',
    details:
      'Weeks begin on Monday. Of a week that is not over, the one before counts up to the same time. Without a date, this ' +
      'week.',
    args: [{ name: 'date', summary: 'A week, or a day of it: last week, 2026-W45, 2026-11-01', isList: true }],
    options: [PROJECT, ZONE, MARKDOWN],
    examples: [
      { command: 'backscroll week', says: 'this week' },
      { command: 'backscroll week last week --markdown', says: 'the last one, to paste' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/week.ts'),
  }),
  defineCommand({
    name: 'standup',
    group: 'Tell',
    summary: 'Tell what you did last and today, what is in progress and what is open',
    details:
      'The last day with work before today, and today: commits and pull requests, or what was asked for where there are ' +
      'none; sessions with changes in no commit; open threads. Made to be pasted.',
    options: [
      PROJECT,
      ZONE,
      {
        name: 'limit',
        short: 'n',
        value: 'COUNT',
        isCount: true,
        summary: 'At most so many open threads (default: 5)',
      },
      MARKDOWN,
    ],
    examples: [
      { command: 'backscroll standup', says: 'on one screen' },
      { command: 'backscroll standup --markdown', says: 'to paste into a chat' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/standup.ts'),
  }),
  defineCommand({
    name: 'changelog',
    group: 'Tell',
    summary: 'List what changed, by pull request and commit, with the prompts behind it',
    details:
      'Each commit once, under its pull request where one is known, else by day and branch; at the end, sessions that ' +
      'changed files and made no commit. In the folder of a project with kept sessions, that project; else all.',
    options: [
      { name: 'since', short: 's', value: 'WHEN', summary: 'From then on: 7d, yesterday, 2026-11-01 (default: 7d)' },
      { name: 'until', short: 'u', value: 'WHEN', summary: 'Until then; a day, week or month is included' },
      PROJECT,
      { name: 'everywhere', summary: 'All projects, wherever you are' },
      ZONE,
      MARKDOWN,
    ],
    examples: [
      { command: 'backscroll changelog --since 2026-11-01', says: 'what changed since, in this project' },
      { command: 'backscroll changelog --since 7d --everywhere --markdown', says: 'all projects, to paste' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/changelog.ts'),
  }),
  defineCommand({
    name: 'decisions',
    group: 'Tell',
    summary: 'List what was decided, by whom, and whether it was taken back',
    details:
      'Answers to questions, accepted plans, choices said in words by you or Claude, and a no with a reason; newest first. ' +
      'With words, those that have all of them in the decision or in what it is about.',
    args: [{ name: 'text', summary: 'Words of the decision, in any order', isList: true }],
    options: [
      PROJECT,
      SINCE,
      UNTIL,
      LIMIT,
      { name: 'rules', summary: 'Only what is to hold from then on: always, never, must' },
    ],
    examples: [
      { command: 'backscroll decisions', says: 'the latest' },
      { command: 'backscroll decisions sqlite --project api', says: 'what was decided about it there' },
      { command: 'backscroll decisions --rules', says: 'what is to hold from then on' },
    ],
    isPaged: true,
    hasJson: true,
    takesText: true,
    interrupts: 'stop',
    load: () => import('../commands/decisions.ts'),
  }),
  defineCommand({
    name: 'threads',
    group: 'Tell',
    summary: 'List what was left open: tasks, failing tests, questions, promises',
    details:
      'What a session left open at its end, newest first. What a later session closed is left out: a task of the same ' +
      'words was done, the tests passed, the conversation went on, or a request, commit or task speaks of it.',
    options: [
      PROJECT,
      SINCE,
      UNTIL,
      LIMIT,
      { name: 'all', summary: 'Also those that a later session closed, with what closed them' },
    ],
    examples: [
      { command: 'backscroll threads', says: 'what is open, over all projects' },
      { command: 'backscroll threads --project api --all', says: 'also what was closed, and where' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/threads.ts'),
  }),
]
