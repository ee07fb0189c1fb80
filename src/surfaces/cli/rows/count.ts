import { type CommandRow, defineCommand } from '../define-command.ts'
import { USAGE_REPORTS } from './usage-reports.ts'

export const countCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'usage',
    group: 'Count',
    summary: 'Count tokens and money by day, session, prompt, pull request and more',
    details: [
      'Reports:',
      USAGE_REPORTS.map(({ name, summary }) => `- ${name}: ${summary}`).join('\n'),
      'Each API response counts once, however many lines and sessions repeat it. Money is what the API would charge, from ' +
        'the dated table that `backscroll prices` shows; a `+` behind it says that it is a lower bound. All reports are made ' +
        'of the same requests and add up to the same. Below each stands what it can and cannot know.',
    ].join('\n\n'),
    args: [
      {
        name: 'report',
        summary: 'Which report (default: daily)',
        choices: USAGE_REPORTS.map(({ name }) => name),
        isOpen: true,
      },
    ],
    options: [
      { name: 'since', short: 's', value: 'WHEN', summary: 'From then on: 7d, yesterday, 2026-11-01, 20261101' },
      { name: 'until', short: 'u', value: 'WHEN', summary: 'Until then; a day, week or month is included' },
      {
        name: 'last',
        value: 'COUNT',
        isCount: true,
        summary: 'The last so many days; weeks, months or blocks of those reports',
      },
      {
        name: 'tz',
        short: 'z',
        value: 'ZONE',
        summary: 'Time zone of days and bounds: Europe/Berlin, UTC (default: this machine’s)',
      },
      { name: 'project', short: 'p', value: 'NAME', summary: 'Only this project: its name, or the end of its path' },
      { name: 'model', value: 'NAME', summary: 'Only models with this in their name' },
      { name: 'session', value: 'ID', isList: true, summary: 'Only this session; may be given several times' },
      { name: 'csv', summary: 'Print the rows as CSV; with --breakdown or --instances, their parts' },
      { name: 'breakdown', short: 'b', summary: 'Show the models below each row' },
      { name: 'instances', short: 'i', summary: 'Show the projects below each row' },
      {
        name: 'order',
        short: 'o',
        value: 'ORDER',
        choices: ['asc', 'desc', 'cost', 'tokens', 'requests'],
        summary: 'Order of the rows',
      },
      {
        name: 'limit',
        short: 'n',
        value: 'COUNT',
        isCount: true,
        summary: 'At most so many rows (default on a terminal: 20, of times all); totals are those of all',
      },
      { name: 'no-cost', summary: 'Tokens only' },
      { name: 'recalculate', summary: 'Compute costs that old clients recorded, too' },
      { name: 'chart', summary: 'Draw a bar for each row: its cost, or its tokens with --no-cost' },
      {
        name: 'explain',
        short: 'e',
        value: 'ROW',
        summary: 'List the requests behind a row, with file and line; ROW is its name, or a part that no other has',
      },
      { name: 'no-index', summary: 'Read the transcripts themselves, without archive and index' },
      { name: 'offline', summary: 'Nothing: backscroll never goes online', isHidden: true },
      { name: 'timezone', value: 'ZONE', summary: 'Another word for --tz', isHidden: true },
    ],
    examples: [
      { command: 'backscroll usage', says: 'tokens and money by day' },
      { command: 'backscroll usage prs --since 30d', says: 'what each pull request cost' },
      { command: 'backscroll usage daily --explain 2026-11-16', says: 'the requests behind one number' },
      { command: 'backscroll usage sessions --project api --chart', says: 'the sessions of one project, as bars' },
      { command: 'backscroll usage monthly --breakdown --json', says: 'for a program' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/usage.ts'),
  }),
  defineCommand({
    name: 'context',
    group: 'Count',
    summary: 'Show how the context window of a session filled, and what missed the cache',
    details:
      'Draws the context of each request. Where something that had been cached was paid for again, it says why (another ' +
      'model, a compaction, a resume, idle for longer than the cache lives) and what that cost; and what each compaction ' +
      'cost. With --request it shows what the model was given with one of them: system text, tools, each message and where ' +
      'cache marks stood, whether that is proven by the recorded digest, and what changed since the request before; for ' +
      'clients that record their requests (2.1.327 and later). More in docs/context.md.',
    args: [{ name: 'id', summary: 'A session', isRequired: true, offers: 'sessions' }],
    options: [
      { name: 'agent', value: 'ID', summary: 'A subagent of it, instead of the main conversation' },
      {
        name: 'request',
        value: 'N',
        summary: 'What was sent with this request: its number, or the id of a recorded one',
      },
      { name: 'all', short: 'a', summary: 'Every request and every miss; with --request every text whole' },
    ],
    examples: [
      { command: 'backscroll context 3f2a', says: 'where the context went' },
      { command: 'backscroll context 3f2a --request 4', says: 'what the model was given then' },
      { command: 'backscroll context 3f2a --agent a4ca75', says: 'the same for a subagent' },
    ],
    isPaged: true,
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/context.ts'),
  }),
  defineCommand({
    name: 'prices',
    group: 'Count',
    summary: 'Show the prices, their sources and their age',
    details:
      'The table that `usage` computes with, by model and date. It ships with backscroll and is never fetched; a model that ' +
      'is not in it is counted as unpriced. The setting `prices` replaces prices or adds models.',
    args: [{ name: 'model', summary: 'Only models with this in their name' }],
    options: [
      { name: 'at', value: 'DAY', summary: 'Prices of that day: 2026-03-01, yesterday (default: today)' },
      { name: 'all', short: 'a', summary: 'Prices of all days' },
    ],
    examples: [
      { command: 'backscroll prices opus', says: 'what Opus models cost' },
      { command: 'backscroll prices sonnet-4-6 --at 2026-03-01', says: 'what a model cost on a day' },
    ],
    isPaged: true,
    hasJson: true,
    load: () => import('../commands/prices.ts'),
  }),
  defineCommand({
    name: 'statusline',
    group: 'Count',
    summary: 'Print a status line for Claude Code',
    details:
      'Reads the JSON that Claude Code gives its status line on stdin, prints one line and records the usage limits in it. ' +
      'A `+` says that a cost is a lower bound. What stands between signs such as ` · ` is left out where nobody knows its ' +
      'fields. Fields: {model}, {context}, {session}, {today}, {block} (costs), {block_end}, {limits}, {five_hour}, {five_hour_reset}, {seven_day}, ' +
      '{seven_day_reset}, {project}, {cwd}, {branch}, {version}.',
    options: [
      { name: 'install', summary: 'Write it into the settings of Claude Code, after asking' },
      { name: 'yes', short: 'y', summary: 'With --install: do not ask' },
      {
        name: 'template',
        value: 'LINE',
        summary: 'What to print (default: the setting `statusline`); with --install, always',
      },
      { name: 'refresh', summary: 'Count what the line shows anew; it starts this by itself', isHidden: true },
    ],
    examples: [
      { command: 'backscroll statusline --install', says: 'show it in Claude Code' },
      { command: "backscroll config set statusline '{model} · {context} · {limits}'", says: 'another line' },
    ],
    load: () => import('../commands/statusline.ts'),
  }),
]
