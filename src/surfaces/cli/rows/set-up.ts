import { type CommandRow, defineCommand, type OptionRow } from '../define-command.ts'

const INTO: readonly OptionRow[] = [
  {
    name: 'scope',
    value: 'SCOPE',
    choices: ['user', 'project', 'local'],
    summary: 'Whose settings: yours (the default), this project for everybody, or this project for you',
  },
  { name: 'only', value: 'PART', isList: true, choices: ['hooks', 'mcp', 'statusline'], summary: 'Only this part' },
  { name: 'dry-run', summary: 'Show what would change, and change nothing' },
  { name: 'yes', summary: 'Do not ask' },
]

export const setUpCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'install',
    group: 'Set up',
    summary: 'Set up hooks, MCP server and status line in Claude Code',
    details:
      'Shows what changes in which file, asks, keeps a copy of each file as it was, and leaves everything else as it ' +
      'is. Sessions are then kept as they go, and Claude can look things up; nothing is recalled unasked unless you ' +
      'say so with --recall. Running it again changes nothing. See docs/install.md.',
    options: [
      ...INTO,
      {
        name: 'recall',
        value: 'LEVEL',
        choices: ['off', 'session', 'prompt', 'file'],
        summary: 'Also switch recall on, and set up the hooks it needs',
      },
    ],
    examples: [
      { command: 'backscroll install --dry-run', says: 'what would change' },
      { command: 'backscroll install', says: 'for all your projects' },
      { command: 'backscroll install --scope local --recall prompt', says: 'in this project alone, with recall' },
    ],
    hasJson: true,
    load: () => import('../commands/install.ts'),
  }),
  defineCommand({
    name: 'uninstall',
    group: 'Set up',
    summary: 'Take out of Claude Code what `install` put there',
    details: 'What is kept stays; every other entry of the files stays as it is. See docs/install.md.',
    options: INTO,
    examples: [{ command: 'backscroll uninstall', says: 'hooks, MCP server and status line' }],
    hasJson: true,
    load: () => import('../commands/uninstall.ts'),
  }),
  defineCommand({
    name: 'config',
    group: 'Set up',
    summary: 'Show and change settings',
    details: 'Settings stand in one JSON file, whose place `backscroll config path` prints. See docs/config.md.',
    args: [
      { name: 'action', summary: 'What to do (default: list)', choices: ['list', 'get', 'set', 'unset', 'path'] },
      { name: 'setting', summary: 'Name of a setting', offers: 'settings' },
      { name: 'values', summary: 'Its new value', isList: true, offers: 'setting-values' },
    ],
    examples: [
      { command: 'backscroll config', says: 'every setting and its value' },
      { command: 'backscroll config set level answers', says: 'show less by default' },
      { command: 'backscroll config set roots ~/.claude /mnt/old/.claude', says: 'read two folders' },
      { command: 'backscroll config unset level', says: 'back to the default' },
    ],
    hasJson: true,
    ignoresConfig: true,
    load: () => import('../commands/config.ts'),
  }),
  defineCommand({
    name: 'completions',
    group: 'Set up',
    summary: 'Print a completion script for your shell',
    args: [{ name: 'shell', summary: 'Your shell', isRequired: true, choices: ['bash', 'zsh', 'fish'] }],
    examples: [
      { command: 'source <(backscroll completions bash)', says: 'in ~/.bashrc' },
      { command: 'source <(backscroll completions zsh)', says: 'in ~/.zshrc, after compinit' },
      { command: 'backscroll completions fish | source', says: 'in ~/.config/fish/config.fish' },
    ],
    ignoresConfig: true,
    load: () => import('../commands/completions.ts'),
  }),
]

export const hiddenCommands: readonly CommandRow[] = [
  defineCommand({
    name: 'session-ids',
    group: 'Set up',
    summary: 'Print the short id of every session, for completion',
    load: () => import('../commands/session-ids.ts'),
  }),
  defineCommand({
    name: 'keeper',
    group: 'Set up',
    summary: 'Keep what is new for the local server, and tell it so in JSON lines, until stdin ends',
    options: [{ name: 'keep', value: 'DIR', summary: 'Where to keep it, if not where everything is kept' }],
    interrupts: 'stop',
    load: () => import('../commands/keeper.ts'),
  }),
  defineCommand({
    name: 'reporter',
    group: 'Set up',
    summary: 'Make long reports for the local server: questions and answers as lines, until stdin ends',
    options: [{ name: 'keep', value: 'DIR', summary: 'Where it is kept, if not where everything is kept' }],
    interrupts: 'stop',
    load: () => import('../commands/reporter.ts'),
  }),
  defineCommand({
    name: 'share',
    group: 'Set up',
    summary: 'Share a session for the local server: a request as JSON on stdin, the answer as JSON on stdout',
    options: [{ name: 'keep', value: 'DIR', summary: 'Where it is kept, if not where everything is kept' }],
    load: () => import('../commands/share.ts'),
  }),
  defineCommand({
    name: 'capture',
    group: 'Set up',
    summary: 'Keep the sessions that hooks asked for, then end',
    ignoresConfig: true,
    interrupts: 'stop',
    load: () => import('../commands/capture.ts'),
  }),
]
