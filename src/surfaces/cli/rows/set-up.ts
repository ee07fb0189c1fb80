import { type CommandRow, defineCommand } from '../define-command.ts'

export const setUpCommands: readonly CommandRow[] = [
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
]
