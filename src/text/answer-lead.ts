import { clip } from './clip.ts'
import { head } from './head.ts'

/** Only a finished clause tells how something ended. */
const MIN_LEAD = 40
/** Enough to find the sentences it begins with. */
const MAX_READ = 4000

/**
 * The beginning of an answer in one line: code, tables and headings are left out, and more lines taken while the first
 * ones say no more than "Done.".
 */
export function answerLead(answer: string, max: number): string {
  const lines = head(answer, MAX_READ)
    .replace(/^\s*```[\s\S]*?(?:^\s*```\s*$|$(?![\s\S]))/gm, '\n')
    .split('\n')
    .map(line =>
      line
        .replace(/^\s*(?:[-*•>]|\d+[.)])\s+/, '')
        .replace(/\*\*|__/g, '')
        .trim(),
    )
    .filter(line => line !== '' && !/^(?:[|+=_~-]|#)/.test(line) && !UNDERWAY.test(line))
  let lead = ''
  for (const line of lines) {
    if (lead.length >= MIN_LEAD && lead.length + line.length > max) break
    lead = lead === '' ? line : `${lead} ${line}`
    if (lead.length >= max) break
  }
  return clip(lead.replace(PLEASANTRY, '').replace(ANNOUNCEMENT, ''), max)
}

/** What is about to be done tells nothing later. */
const UNDERWAY = /^(?:(?:now,?|first,?|next,?) )?(?:let me|let's|i'll|i will|i'm going to)\b/i
/** `Here is the code:`, where the code was left out. */
const ANNOUNCEMENT = /(?:^|(?<=[.!?] ))[^.!?:]{1,200}:$/
/** What an assistant says before it says something. */
const PLEASANTRY =
  /^(?:(?:perfect|great|excellent|done|all done|sure|okay|ok|you're welcome|good news)[.!:,]+\s+)+(?=\S)/i
