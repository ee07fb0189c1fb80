/**
 * Hand-made sessions in a short form, one file per project in `sessions/`. A line's first sign says what it is:
 *
 *   # name folder          the project (first line of a file)
 *   ## id | branch | time  a session
 *   > prompt   ~ thinking   = answer   $ command   @ Tool argument
 *   | output   ! output of a call that failed   - old line   + new line
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SessionScript {
  /** Name by which questions speak of it. */
  readonly name: string
  readonly cwd: string
  readonly branch: string
  readonly startMs: number
  readonly turns: readonly TurnScript[]
}

export interface TurnScript {
  readonly prompt: string
  readonly steps: readonly Step[]
}

export type Step =
  | { readonly kind: 'thinking' | 'answer'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly argument: string
      readonly removed: string
      readonly added: string
      readonly output: string
      readonly isError: boolean
    }

const FOLDER = fileURLToPath(new URL('sessions', import.meta.url))

export function readScripts(folder: string = FOLDER): readonly SessionScript[] {
  return readdirSync(folder)
    .sort()
    .flatMap(name => parseScripts(readFileSync(join(folder, name), 'utf8')))
}

/** All that stands in a turn, as one text. */
export function turnText({ prompt, steps }: TurnScript): string {
  const texts = steps.map(step =>
    step.kind === 'call' ? [step.argument, step.removed, step.added, step.output].join('\n') : step.text,
  )
  return [prompt, ...texts].join('\n')
}

function parseScripts(text: string): readonly SessionScript[] {
  const [head = '', ...parts] = text.split(/^## /m)
  const cwd = head.trim().split(' ')[2] ?? ''
  return parts.map(part => {
    const [first = '', ...lines] = part.split('\n')
    const [name = '', branch = '', time = ''] = first.split(' | ')
    return { name, cwd, branch, startMs: Date.parse(`${time}:00Z`), turns: parseTurns(lines) }
  })
}

interface Run {
  readonly sign: string
  text: string
}

function parseTurns(lines: readonly string[]): readonly TurnScript[] {
  const turns: { prompt: string; steps: Step[] }[] = []
  for (const run of joinRuns(lines)) {
    if (run.sign === '>') turns.push({ prompt: run.text, steps: [] })
    else addRun(turns[turns.length - 1]?.steps ?? [], run)
  }
  return turns
}

/** Lines of one sign behind each other are one text; each call is its own. */
function joinRuns(lines: readonly string[]): readonly Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    if (line === '') continue
    const [sign, text] = [line.slice(0, 1), line.slice(2)]
    const last = runs[runs.length - 1]
    if (last && last.sign === sign && !'$@'.includes(sign)) last.text += `\n${text}`
    else runs.push({ sign, text })
  }
  return runs
}

function addRun(steps: Step[], { sign, text }: Run): void {
  if (sign === '~') steps.push({ kind: 'thinking', text })
  else if (sign === '=') steps.push({ kind: 'answer', text })
  else if (sign === '$') steps.push(callOf('Bash', text))
  else if (sign === '@') steps.push(callOf(text.split(' ')[0] ?? '', text.slice(text.indexOf(' ') + 1)))
  else {
    const call = steps.pop()
    if (call?.kind !== 'call') throw new Error(`no call before ${sign} ${text}`)
    if (sign === '|' || sign === '!') steps.push({ ...call, output: text, isError: sign === '!' })
    else if (sign === '-') steps.push({ ...call, removed: text })
    else if (sign === '+') steps.push({ ...call, added: text })
    else throw new Error(`unknown sign ${sign}`)
  }
}

function callOf(tool: string, argument: string): Step {
  return { kind: 'call', tool, argument, removed: '', added: '', output: '', isError: false }
}
