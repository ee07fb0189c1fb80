import { Buffer } from 'node:buffer'
import type { TextColumn } from '../model/text-column.ts'
import { cutMiddle } from './cut-text.ts'
import { stripEcho } from './strip-echo.ts'

export interface FoundText {
  readonly column: TextColumn
  readonly text: string
}

/** Takes the texts of one entry as they are found, and counts what is not kept. */
export class TextSink {
  readonly found: FoundText[] = []
  /** Bytes of text that search will not hold. */
  leftOutBytes = 0

  /** Prose: all of it is kept, but what we told ourselves. */
  add(column: TextColumn, text: string): void {
    const kept = this.withoutOwn(text)
    if (kept.trim() !== '') this.found.push({ column, text: kept })
  }

  /** What a program printed: beginning and end are kept. */
  addOutput(column: TextColumn, text: string): void {
    for (const kept of this.cut(text)) this.found.push({ column, text: kept })
  }

  /** The same without a column; a list of one, or empty where there are no words. Colours carry none. */
  cut(text: string): readonly string[] {
    const words = this.withoutOwn(text)
    const { text: kept, rest } = cutMiddle(words.includes('\x1b') ? words.replace(COLOUR, '') : words)
    if (rest !== '') this.leaveOut(rest)
    return kept.trim() === '' ? [] : [kept]
  }

  private withoutOwn(text: string): string {
    const kept = stripEcho(text)
    this.leaveOutRest(text, kept)
    return kept
  }

  leaveOut(text: string): void {
    this.leftOutBytes += Buffer.byteLength(text)
  }

  /** What was taken off a text before it was added. */
  leaveOutRest(whole: string, kept: string): void {
    if (kept.length < whole.length) this.leftOutBytes += Buffer.byteLength(whole) - Buffer.byteLength(kept)
  }
}

const COLOUR = /\x1b\[[0-9;:?]*[A-Za-z]/g
