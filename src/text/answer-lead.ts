import { clip } from './clip.ts'
import { head } from './head.ts'
import { stripEmphasis } from './strip-emphasis.ts'

/** Only a finished clause tells how something ended. */
const MIN_LEAD = 40
/** Enough to find the sentences it begins with. */
const MAX_READ = 4000

/**
 * The beginning of an answer in one line: code, tables and headings are left out, and more lines taken while the first
 * ones say no more than "Done.". Points of a list are parted by semicolons.
 */
export function answerLead(answer: string, max: number): string {
  const lines = head(answer, MAX_READ)
    .replace(/^\s*```[\s\S]*?(?:^\s*```\s*$|$(?![\s\S]))/gm, '\n')
    .split('\n')
    .map(readLine)
    .filter(({ text }) => text !== '' && !UNDERWAY.test(text))
  let lead = ''
  let before: Line | undefined
  for (const [at, line] of lines.entries()) {
    if (line.isLeftOut) continue
    // What it announces was left out, or announces something itself.
    const isVain = line.text.endsWith(':') && announcesNothing(lines[at + 1])
    const text = isVain ? line.text.replace(ANNOUNCEMENT, '').trim() : line.text
    if (text === '') continue
    if (lead.length >= MIN_LEAD && lead.length + text.length > max) break
    lead = lead === '' ? text : lead + partingOf(before, line) + text
    before = line
    if (lead.length >= max) break
  }
  return clip(lead.replace(PLEASANTRY, '').replace(ANNOUNCEMENT, ''), max)
}

interface Line {
  readonly text: string
  readonly isPoint: boolean
  /** A heading or a row of a table. */
  readonly isLeftOut: boolean
}

function readLine(raw: string): Line {
  const line = raw.trim()
  const bare = line.replace(/^(?:[-*•>]|\d+[.)])\s+(?:\[[ xX]\] )?/, '')
  const isLeftOut = /^(?:[|+=_~-](?!_\w)|#)/.test(bare)
  return { text: isLeftOut ? bare : stripEmphasis(bare).trim(), isPoint: bare !== line, isLeftOut }
}

function announcesNothing(next: Line | undefined): boolean {
  return next === undefined || next.isLeftOut || (next.text.endsWith(':') && !next.isPoint)
}

function partingOf(before: Line | undefined, line: Line): string {
  return before?.isPoint && line.isPoint && !/[.!?:;,。！？]$/.test(before.text) ? '; ' : ' '
}

/** What is about to be done tells nothing later. */
const UNDERWAY = /^(?:(?:now,?|first,?|next,?) )?(?:let me|let's|i'll|i will|i'm going to)\b/i
/** `Here is the code:`, where the code was left out. */
const ANNOUNCEMENT = /(?:^|(?<=[.!?] ))[^.!?:]{1,200}:$/
/** What an assistant says before it says something. */
const PLEASANTRY =
  /^(?:(?:perfect|great|excellent|done|all done|sure|okay|ok|you're welcome|good news)[.!:,]+\s+)+(?=\S)/i
