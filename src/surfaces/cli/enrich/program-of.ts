import { basename } from 'node:path'
import type { EnrichCommand } from '../../../config/enrich-setting.ts'
import type { ProgramLine } from '../doctor/run-trial.ts'

export interface Program {
  /** What it is called where it is named: neither its folder nor its words, which may hold a key. */
  readonly name: string
  readonly line: ProgramLine
}

/** No shell where none is needed: a line of plain or quoted words is taken apart here. */
export function programOf(command: EnrichCommand): Program {
  const words = typeof command === 'string' ? splitPlain(command) : command
  if (!words) return { name: nameOf(/\S+/.exec(command as string)?.[0] ?? ''), line: { line: command as string } }
  const [program = '', ...args] = words
  return { name: nameOf(program), line: { command: program, args } }
}

/** `NAME=value` before a command is for a shell; so is everything with a meaning there. */
const PLAIN = /^(?![A-Za-z_]\w*=)(?:\s*(?:[\w@%+=:,./-]+|'[^']*'|"[^"$`\\!]*")+(?=\s|$))+\s*$/
const WORD = /(?:[\w@%+=:,./-]+|'[^']*'|"[^"]*")+/g

/** Undefined where only a shell knows what is meant. */
function splitPlain(line: string): readonly string[] | undefined {
  if (!PLAIN.test(line)) return undefined
  return Array.from(line.matchAll(WORD), ([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'))
}

function nameOf(program: string): string {
  return basename(program.replaceAll('\\', '/').replace(/^["']|["']$/g, '')) || 'command'
}
