import { COMMANDS, OVERVIEW } from './command-table.ts'
import { type ArgRow, type CommandRow, GROUPS, type OptionRow } from './define-command.ts'
import { flagsOf, HELP, usageOf, VERSION } from './help.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'

/** The text of docs/cli.md. */
export function formatCliDocs(): string {
  const sections = GROUPS.flatMap(group => {
    const rows = COMMANDS.filter(row => row.group === group)
    return rows.length > 0 ? [`## ${group}`, ...rows.flatMap(formatCommand)] : []
  })
  return `${[...INTRODUCTION, ...sections, ...ENDING].join('\n\n')}\n`
}

const INTRODUCTION = [
  '# The command line',
  '<!-- Written by `npm run docs` from the command table; changes by hand are lost. -->',
  `\`backscroll\` without a command: ${OVERVIEW.summary.replace(/^./, first => first.toLowerCase())}.`,
  '## Options of every command',
  formatOptions([...GLOBAL_OPTIONS, VERSION, HELP]),
]

const ENDING = [
  '## Exit codes',
  '| code | meaning |\n|--:|---|\n| 0 | done, or found |\n| 1 | nothing found; for `doctor` and `verify`: there are findings; for `forget`: the answer was no |\n| 2 | it failed, or something could not be read; stderr says why and what to do next |\n| 130 | stopped by ctrl-c; what was done stays. `watch` and `tail` end that way by design, with 0 |',
  'A reader that closes the pipe early (`| head`) is a normal end. `resume` ends with the exit code of `claude`.',
  '## Environment',
  [
    '| variable | meaning |\n|---|---|',
    '| `CLAUDE_CONFIG_DIR` | Where Claude Code keeps its files; several folders with commas between them. Replaces the usual places |',
    '| `BACKSCROLL_HOME` | Where backscroll keeps what it makes itself |',
    '| `BACKSCROLL_PAGER`, `PAGER` | The pager, in this order, with the setting `pager` between them; `none` for no pager |',
    '| `NO_COLOR` | No colour |',
    '| `BACKSCROLL_DEBUG=1` | Show where an unexpected failure happened |',
  ].join('\n'),
  'Settings that last are in [config.md](config.md).',
]

function formatCommand(row: CommandRow): string[] {
  return [
    `### backscroll ${usageOf(row)}`,
    `${row.summary}.${row.details ? ` ${row.details}` : ''}${row.hasJson ? ' Takes `--json`.' : ''}`,
    ...(row.args?.length ? [formatArgs(row.args)] : []),
    ...(row.options?.length ? [formatOptions(row.options)] : []),
    ...(row.examples?.length
      ? [['```sh', ...row.examples.map(({ command, says }) => `${command}   # ${says}`), '```'].join('\n')]
      : []),
  ]
}

function formatArgs(args: readonly ArgRow[]): string {
  const rows = args.map(arg => `| \`${arg.name}\` | ${cell(withChoices(arg.summary, arg.choices))} |`)
  return ['| argument | meaning |\n|---|---|', ...rows].join('\n')
}

function formatOptions(options: readonly OptionRow[]): string {
  const rows = options
    .filter(option => !option.isHidden)
    .map(option => {
      return `| \`${flagsOf(option)}\` | ${cell(withChoices(option.summary, option.choices))} |`
    })
  return ['| option | meaning |\n|---|---|', ...rows].join('\n')
}

function withChoices(summary: string, choices: readonly string[] | undefined): string {
  return choices ? `${summary}: ${choices.map(choice => `\`${choice}\``).join(', ')}` : summary
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
