import { formatInteger } from '../../text/count.ts'
import { shorten } from '../../text/head.ts'
import type { Part } from '../view/part.ts'
import type { AgentRow, HookCountRow, HookRow, ToolRow } from '../view/row.ts'
import { errorWords, HOOK_WORDS } from '../words.ts'
import { languageOfPath } from './language.ts'
import { type Page, partsOf } from './page.ts'
import { codeSpan, joinBlocks, plain } from './plain.ts'
import { agentFacts, inBrackets, spaced, timeTaken, toolFacts } from './words.ts'

/** `**Bash** \`npm test\` (exit 1, 14s)`, and its input and output below when opened. */
export function toolText(row: ToolRow, page: Page): string {
  const name = `**${nameText(row.name === '' ? 'result' : row.name)}**`
  const headline = codeSpan(shorten(row.headline, MAX_HEADLINE))
  const line = `${spaced(name, codeSpan(row.server ?? ''), headline)}${inBrackets(toolFacts(row))}`
  if (!row.isOpen) return `${line}${errorText(row)}`
  const languages = {
    fileLanguage: languageOfPath(row.headline),
    codeLanguage: SHELLS.get(row.name),
  }
  const input = row.input.filter(part => !isHeadline(part, row.headline))
  return joinBlocks([
    line,
    partsOf(page, input, languages),
    partsOf(page, row.output, { ...languages, codeLanguage: '' }),
  ])
}

/** A commit message in a command is no headline. */
const MAX_HEADLINE = 160

const SHELLS: ReadonlyMap<string, string> = new Map([
  ['Bash', 'sh'],
  ['PowerShell', 'powershell'],
])

/** A command of one line stands in the headline already. */
function isHeadline(part: Part, headline: string): boolean {
  return headline.length <= MAX_HEADLINE && part.kind === 'code' && !part.label && part.text.trim() === headline
}

/** Names that are names stand as they are; anything else is shown as the code that it may be. */
function nameText(name: string): string {
  return /^[\w.-]+$/.test(name) ? plain(name) : codeSpan(name)
}

export function agentText(row: AgentRow, page: Page): string {
  const description = plain(shorten(row.description, MAX_HEADLINE))
  const line = `${spaced('**Agent**', codeSpan(row.agentType), description)}${inBrackets(agentFacts(row))}`
  return joinBlocks([`${line}${errorText(row)}`, partsOf(page, row.input), partsOf(page, row.output)])
}

export function hookText(row: HookRow, page: Page): string {
  const outcome = HOOK_WORDS[row.outcome]
  const said = row.text === '' ? codeSpan(row.command) : plain(row.text)
  const line = `${spaced('**Hook**', codeSpan(row.name), outcome)}${said === '' ? '' : `: ${said}`}`
  const command = row.isOpen && row.text !== '' ? codeSpan(row.command) : ''
  return joinBlocks([`${line}${inBrackets([command, timeTaken(row.durationMs)])}`, partsOf(page, row.parts)])
}

export function hookCountText(row: HookCountRow): string {
  const counts = row.counts.map(([name, count]) => `${codeSpan(name)}${count === 1 ? '' : ` ${formatInteger(count)}×`}`)
  return spaced('**Hooks**', counts.join(', '))
}

const MAX_ERROR = 300

/** The first words of an error. */
function errorText(row: AgentRow | ToolRow): string {
  const line = plain(shorten(errorWords(row).split('\n')[0] ?? '', MAX_ERROR))
  return line === '' ? '' : `: ${line}`
}
