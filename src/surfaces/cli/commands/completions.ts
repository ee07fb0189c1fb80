import type { App, Outcome } from '../app.ts'
import { COMMANDS } from '../command-table.ts'
import { formatBash } from '../completions/bash.ts'
import { formatFish } from '../completions/fish.ts'
import { formatZsh } from '../completions/zsh.ts'
import { type CommandRequest, textArg } from '../define-command.ts'
import { GLOBAL_OPTIONS } from '../rows/global.ts'

/** Prints the script for one shell, made from the command table. */
export function run(app: App, request: CommandRequest): Outcome {
  const format = FORMATS.get(textArg(request, 'shell') ?? '')
  if (!format) return 'nothing'
  app.out.write(format({ commands: COMMANDS, globals: GLOBAL_OPTIONS }))
  return 'done'
}

const FORMATS = new Map([
  ['bash', formatBash],
  ['zsh', formatZsh],
  ['fish', formatFish],
])
