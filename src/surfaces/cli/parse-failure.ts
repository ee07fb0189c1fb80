import type { CommanderError } from 'commander'
import { shorten } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'

/** What commander says about a command line, in our words: the problem, and the next step. */
export function toUserError(error: CommanderError, commandName: string): UserError {
  const [first = '', second = ''] = error.message.replace(/^error: /, '').split('\n')
  const meant = /\(Did you mean (.*)\?\)/.exec(second)?.[1]
  const help =
    error.code === 'commander.unknownOption' && commandName === 'backscroll config' ? QUOTE : seeHelp(commandName)
  const invalid = parseInvalid(first)
  return new UserError({
    code: error.code,
    message: invalid?.message ?? first.replace(/\.$/, ''),
    hint: invalid?.hint ?? (meant ? `Did you mean ${meant}?` : help),
  })
}

const QUOTE = 'A value that begins with a dash goes into quotes: `backscroll config set pager "less -R"`.'

function seeHelp(commandName: string): string {
  return `Run \`${commandName} --help\` to see what it takes.`
}

/** `option '--level <LEVEL>' argument 'x' is invalid. Why.` and `command-argument value 'x' is invalid for argument 'shell'. Why.` */
function parseInvalid(text: string): { message: string; hint: string } | undefined {
  const option = /^option '(.*?)' argument '(.*)' is invalid\.\s*(.*)$/s.exec(text)
  if (option) return describe(option[1]?.replace(/^-\w, /, '').split(' ')[0], option[2], option[3])
  const argument = /^command-argument value '(.*)' is invalid for argument '(.*?)'\.\s*(.*)$/s.exec(text)
  return argument ? describe(argument[2], argument[1], argument[3]) : undefined
}

function describe(name = '', value = '', why = ''): { message: string; hint: string } {
  return { message: `${name} cannot be "${shorten(value)}"`, hint: why.replace('Allowed choices are', 'It can be') }
}
