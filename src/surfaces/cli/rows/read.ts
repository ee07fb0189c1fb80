import { MAX_WIDTH, MIN_WIDTH } from '../../../config/settings.ts'
import { type CommandRow, defineCommand, type OptionRow } from '../define-command.ts'

const LEVEL_CHOICES = ['prompts', 'answers', 'tools', 'all', 'raw']

const LEVEL: OptionRow = {
  name: 'level',
  value: 'LEVEL',
  choices: LEVEL_CHOICES,
  summary: 'How much to show (default: tools)',
}

const WIDTH: OptionRow = {
  name: 'width',
  value: 'COLUMNS',
  isCount: true,
  range: { min: MIN_WIDTH, max: MAX_WIDTH },
  summary: `Columns to write, ${MIN_WIDTH} to ${MAX_WIDTH}`,
}

export const readCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'open',
    group: 'Read',
    summary: 'Open the page: read, search and follow sessions in a browser',
    details:
      'Keeps what is new, starts a server for this machine alone and prints its address as the first line, with a code ' +
      'that lets one browser in, once and within ten minutes; from then on bookmarks work in it. Ends with ctrl-c. ' +
      'Where it is running already, that page is opened, and another browser let in.',
    options: [
      {
        name: 'port',
        value: 'PORT',
        isCount: true,
        range: { min: 0, max: 65_535 },
        summary: 'Port to listen on; 0 for any that is free (default: 4870)',
      },
      { name: 'no-browser', summary: 'Only print the address' },
      { name: 'new-key', summary: 'Let nobody in who was let in before: no browser and no program' },
      { name: 'host', value: 'ADDRESS', summary: 'Address to listen at (default: 127.0.0.1)' },
      {
        name: 'allow-remote',
        summary: 'With --host: let other machines connect; whoever has the address can read every session',
      },
    ],
    examples: [
      { command: 'backscroll open', says: 'the page of this machine' },
      { command: 'backscroll open --port 5000 --no-browser', says: 'only the address, on another port' },
      { command: 'backscroll open --new-key', says: 'what any browser has of before opens nothing any more' },
      { command: 'backscroll open --demo', says: 'the page with the demo set' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/open.ts'),
  }),
  defineCommand({
    name: 'ls',
    group: 'Read',
    summary: 'List sessions, newest first',
    details:
      'With words, lists the sessions whose project, title, branch or id matches. Those that are no longer on disk and ' +
      'kept in the archive only are marked with *. Columns are dropped where the terminal is narrow; --json has them all.',
    args: [{ name: 'text', summary: 'A project, or words of a title, branch or id', isList: true }],
    options: [
      { name: 'since', value: 'WHEN', summary: 'Only sessions active since then: 7d, 12h, yesterday, 2026-11-01' },
      { name: 'until', value: 'WHEN', summary: 'Only sessions that began before then' },
      { name: 'project', value: 'NAME', summary: 'Only this project: its name, or the end of its path' },
      { name: 'limit', short: 'n', value: 'COUNT', isCount: true, summary: 'At most so many' },
      { name: 'all', summary: 'Also files that hold no conversation, only bookkeeping' },
    ],
    examples: [
      { command: 'backscroll ls', says: 'every session on this machine' },
      { command: 'backscroll ls --since 7d -n 20', says: 'the last twenty of this week' },
      { command: 'backscroll ls --project api --json', says: 'one project, for a program' },
    ],
    isPaged: true,
    hasJson: true,
    load: () => import('../commands/ls.ts'),
  }),
  defineCommand({
    name: 'show',
    group: 'Read',
    summary: 'Show a session, or one turn of it',
    details:
      'The id may be shortened as long as it stays unique; a path to a transcript file works too. Where several files bear one id, `~2` after it names the second. A session that is no longer on disk is shown from the archive. Levels: prompts = what ' +
      'people typed; answers = and the final answers; tools = and one line per tool call, agent, hook, error and ' +
      'compaction; all = everything, nothing cut; raw = the original lines.',
    args: [
      {
        name: 'id',
        summary: 'Session id, with :4 for one turn or :4-9 for several',
        isRequired: true,
        offers: 'sessions',
      },
    ],
    options: [LEVEL, WIDTH],
    examples: [
      { command: 'backscroll show 3f2a', says: 'a session, through the pager' },
      { command: 'backscroll show 3f2a:4 --level all', says: 'everything about its fourth turn' },
    ],
    isPaged: true,
    hasJson: true,
    load: () => import('../commands/show.ts'),
  }),
  defineCommand({
    name: 'story',
    group: 'Read',
    summary: 'Tell what happened in a session: asked, done, decided, left open',
    details:
      'By rules, from what is recorded: no model is asked. Each line ends with the turn that backs it, which `show` takes. ' +
      'A session with compactions is told in parts as well.',
    args: [{ name: 'id', summary: 'Session id', isRequired: true, offers: 'sessions' }],
    options: [
      { name: 'turns', summary: 'Also each turn, with what was done in it' },
      { name: 'markdown', summary: 'As Markdown, to be pasted' },
      WIDTH,
    ],
    examples: [
      { command: 'backscroll story 3f2a', says: 'what came of it, on a page' },
      { command: 'backscroll story 3f2a --markdown > story.md', says: 'to keep or paste' },
    ],
    isPaged: true,
    hasJson: true,
    load: () => import('../commands/story.ts'),
  }),
  defineCommand({
    name: 'replay',
    group: 'Read',
    summary: 'Step through a session as it went, prompt by prompt and call by call',
    details:
      'Opens a player on the terminal: → and ← go from step to step, ] and [ from prompt to prompt, Space plays with the ' +
      'pauses that were recorded, long ones cut short, / finds, d shows more or less, ? names all keys. A step is a prompt, ' +
      'an answer, a tool call with its result, a subagent (Enter opens it), a compaction and the like; it is shown whole, as ' +
      '`show --level all` shows it. In a pipe, or with --plain, prints the steps one after the other.',
    args: [
      {
        name: 'id',
        summary: 'Session id, with :4 for one turn or :4-9 for several',
        isRequired: true,
        offers: 'sessions',
      },
    ],
    options: [
      { name: 'from', value: 'TURN', isCount: true, summary: 'Begin at this turn' },
      { name: 'play', summary: 'Begin to play at once' },
      { name: 'speed', value: 'N', summary: 'How fast to play, 0.25 to 64 (default: 1)' },
      {
        name: 'level',
        value: 'LEVEL',
        choices: LEVEL_CHOICES.filter(level => level !== 'raw'),
        summary: 'Which steps there are (default: tools)',
      },
      WIDTH,
    ],
    examples: [
      { command: 'backscroll replay 3f2a', says: 'a session, step by step' },
      { command: 'backscroll replay 3f2a --from 4 --play --speed 4', says: 'play it from its fourth turn' },
      { command: 'backscroll replay 3f2a:4 --plain', says: 'the steps of one turn, as text' },
    ],
    hasJson: true,
    interrupts: 'stop',
    load: () => import('../commands/replay.ts'),
  }),
  defineCommand({
    name: 'tail',
    group: 'Read',
    summary: 'Follow a running session as it grows',
    details: 'Without an id it follows the session written to last. Ends with ctrl-c.',
    args: [{ name: 'id', summary: 'Session id', offers: 'sessions' }],
    options: [LEVEL, WIDTH],
    examples: [{ command: 'backscroll tail', says: 'what Claude Code is doing now' }],
    hasJson: true,
    load: () => import('../commands/tail.ts'),
  }),
]
