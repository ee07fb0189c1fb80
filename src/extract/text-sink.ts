import { Buffer } from 'node:buffer'
import type { TextColumn } from '../model/text-column.ts'
import { cutMiddle } from './cut-text.ts'

export interface FoundText {
  readonly column: TextColumn
  readonly text: string
}

/** Takes the texts of one entry as they are found, and counts what is not kept. */
export class TextSink {
  readonly found: FoundText[] = []
  /** Bytes of text that search will not hold. */
  leftOutBytes = 0

  /** Prose: all of it is kept. */
  add(column: TextColumn, text: string): void {
    if (text.trim() !== '') this.found.push({ column, text })
  }

  /** What a program printed: beginning and end are kept. */
  addOutput(column: TextColumn, text: string): void {
    for (const kept of this.cut(text)) this.found.push({ column, text: kept })
  }

  /** The same without a column; a list of one, or empty where there are no words. Colours carry none. */
  cut(text: string): readonly string[] {
    const { text: kept, rest } = cutMiddle(text.includes('\x1b') ? text.replace(COLOUR, '') : text)
    if (rest !== '') this.leaveOut(rest)
    return kept.trim() === '' ? [] : [kept]
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
