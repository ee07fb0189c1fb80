import { type CommandRow, defineCommand } from '../define-command.ts'

export const recallCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'recall',
    group: 'Recall',
    summary: 'What Claude is reminded of unasked: off until you say otherwise',
    details:
      'Without anything, shows what is switched on here and what was shown lately. --level switches it on or off for ' +
      'this project, with --everywhere for all: `session` tells a new session where the last one left off, `prompt` ' +
      'also adds up to three passages that a prompt is about, `file` also the history of a file before it is read or ' +
      'changed. --explain shows what a prompt would bring, and why, or why nothing. See docs/recall.md.',
    args: [{ name: 'words', summary: 'The prompt to explain', isList: true }],
    options: [
      { name: 'explain', summary: 'Show what this prompt would bring, and each step on the way' },
      { name: 'file', value: 'PATH', summary: 'With --explain: a file that is about to be read or changed' },
      { name: 'start', summary: 'With --explain: a session that begins; with --session: one that was compacted' },
      { name: 'level', value: 'LEVEL', choices: ['off', 'session', 'prompt', 'file'], summary: 'Switch it on or off' },
      { name: 'everywhere', summary: 'With --level: for all projects; with --explain: from all projects' },
      { name: 'project', value: 'DIR', summary: 'The project in this folder, instead of the one you are in' },
      { name: 'session', value: 'ID', summary: 'With --explain: as if asked in this session' },
    ],
    examples: [
      { command: 'backscroll recall --level prompt', says: 'switch it on for this project' },
      { command: 'backscroll recall --explain why does the lease expire early', says: 'what that would bring' },
      { command: 'backscroll recall --level off --everywhere', says: 'and off again, for all' },
    ],
    hasJson: true,
    takesText: true,
    load: () => import('../commands/recall.ts'),
  }),
  defineCommand({
    name: 'mcp',
    group: 'Recall',
    summary: 'Let Claude look things up itself: an MCP server',
    details:
      'Speaks the Model Context Protocol on stdin and stdout, for a client that starts it; with --http on this machine ' +
      'alone, for those that hold the key. `backscroll install` sets it up. See docs/mcp.md.',
    options: [
      { name: 'http', summary: 'Serve over HTTP on this machine, instead of stdin and stdout' },
      {
        name: 'port',
        value: 'PORT',
        isCount: true,
        range: { min: 0, max: 65_535 },
        summary: 'With --http: the port (default: 4871; 0: any that is free)',
      },
    ],
    examples: [
      { command: 'claude mcp add backscroll -- backscroll mcp', says: 'make it known to Claude Code by hand' },
      { command: 'backscroll mcp --http', says: 'for clients that connect by HTTP' },
    ],
    interrupts: 'stop',
    load: () => import('../commands/mcp.ts'),
  }),
  defineCommand({
    name: 'hook',
    group: 'Recall',
    summary: 'What Claude Code runs at an event: keeps the session, may recall',
    details:
      "Reads the client's JSON on stdin, prints at most one JSON object, and always ends with exit code 0. What goes " +
      'wrong is shown by `backscroll doctor`. `backscroll install` sets it up. See docs/hooks.md.',
    args: [{ name: 'event', summary: 'Name of the event, such as Stop' }],
    examples: [{ command: 'backscroll hook Stop', says: 'as it stands in the settings of Claude Code' }],
    ignoresConfig: true,
    load: () => import('../commands/hook.ts'),
  }),
]
