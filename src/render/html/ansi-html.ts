import { type AnsiRun, parseAnsi } from '../../text/ansi.ts'
import { type AnsiColor, type AnsiName, type AnsiStyle, isPlain } from '../../text/ansi-style.ts'
import { formatNumberOf } from '../../text/count.ts'
import { foldPlace } from './fold-place.ts'
import { type Html, html, joinHtml } from './safe-html.ts'

/** More runs than this are drawn without colour: each is an element of the page. */
const MAX_RUNS = 2000
const SHOWN = { lines: 40, characters: 8000 }

/** What a program printed, in its colours; a long one folded after its first lines. */
export function ansiHtml(text: string): Html {
  const runs = limitRuns(parseAnsi(text))
  const whole = runs.map(run => run.text).join('')
  const at = foldPlace(whole, SHOWN)
  if (at === undefined) return html`<pre class="output">${runsHtml(runs)}</pre>`
  const [first, rest] = splitRuns(runs, at)
  const more = formatNumberOf(whole.slice(at).trimEnd().split('\n').length, 'more line')
  return html`<pre class="output">${runsHtml(first)}</pre><details class="inner more"><summary>${more}</summary><pre class="output">${runsHtml(rest)}</pre></details>`
}

function limitRuns(runs: readonly AnsiRun[]): readonly AnsiRun[] {
  return runs.length <= MAX_RUNS ? runs : [{ text: runs.map(run => run.text).join(''), style: {} }]
}

function splitRuns(runs: readonly AnsiRun[], at: number): readonly [readonly AnsiRun[], readonly AnsiRun[]] {
  const first: AnsiRun[] = []
  const rest: AnsiRun[] = []
  let seen = 0
  for (const run of runs) {
    const room = at - seen
    seen += run.text.length
    if (room >= run.text.length) first.push(run)
    else if (room <= 0) rest.push(run)
    else {
      first.push({ ...run, text: run.text.slice(0, room) })
      rest.push({ ...run, text: run.text.slice(room) })
    }
  }
  return [first, rest]
}

function runsHtml(runs: readonly AnsiRun[]): Html {
  return joinHtml(
    runs.map(({ text, style }) =>
      isPlain(style) ? html`${text}` : html`<span class="${classesOf(style)}">${text}</span>`,
    ),
  )
}

const EFFECTS = ['bold', 'dim', 'italic', 'underline', 'strike', 'inverse'] as const

function classesOf(style: AnsiStyle): string {
  const classes: string[] = EFFECTS.filter(effect => style[effect]).map(effect => `ansi-${effect}`)
  if (style.fg !== undefined) classes.push(`fg-${nearestName(style.fg)}`)
  if (style.bg !== undefined) classes.push(`bg-${nearestName(style.bg)}`)
  return classes.join(' ')
}

/** A page may not carry styles of its own, so every colour is one of sixteen, which suit light and dark. */
export function nearestName(color: AnsiColor): AnsiName {
  if (typeof color === 'string') return color
  const [red, green, blue] = typeof color === 'number' ? paletteColor(color) : color
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  if (most - least < 40) return GREYS[Math.min(3, Math.floor(most / 64))] as AnsiName
  const middle = (most + least) / 2
  const parts = [red > middle ? 1 : 0, green > middle ? 2 : 0, blue > middle ? 4 : 0]
  const name = HUES[parts.reduce((sum, part) => sum + part, 0)] as AnsiName
  return most > 200 && least > 60 ? (`bright-${name}` as AnsiName) : name
}

const GREYS: readonly AnsiName[] = ['black', 'bright-black', 'white', 'bright-white']
const HUES: readonly AnsiName[] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

/** Six steps of each colour from 16 on, and 24 greys from 232 on. */
function paletteColor(number: number): readonly [number, number, number] {
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10
    return [grey, grey, grey]
  }
  const at = Math.max(0, number - 16)
  const step = (digit: number): number => (digit === 0 ? 0 : 55 + digit * 40)
  return [step(Math.floor(at / 36) % 6), step(Math.floor(at / 6) % 6), step(at % 6)]
}
