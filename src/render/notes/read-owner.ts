import { type FrontBlock, splitFront } from './split-note.ts'

/** What the note of a session says of itself. */
export interface NoteOwner {
  readonly session: string
  /** That tells it; undefined where it names none. */
  readonly machine: string | undefined
  /** Epoch milliseconds; 0 where it does not say. */
  readonly endedAt: number
}

/** Undefined for any other note, and where its front matter cannot be read. The end of a text may be missing. */
export function readOwner(text: string): NoteOwner | undefined {
  const blocks = readBlocks(text)
  if (readValue(blocks, 'kind') !== 'session') return undefined
  const session = readValue(blocks, 'session')
  const endedAt = Date.parse(readValue(blocks, 'ended') ?? '')
  return session === undefined
    ? undefined
    : { session, machine: readValue(blocks, 'machine'), endedAt: Number.isNaN(endedAt) ? 0 : endedAt }
}

/** What a note is, by its own word. The end of a text may be missing. */
export function readKind(text: string): string | undefined {
  return readValue(readBlocks(text), 'kind')
}

function readBlocks(text: string): readonly FrontBlock[] {
  const front = splitFront(text.replace(/^\ufeff/, ''))
  return front && 'blocks' in front ? front.blocks : []
}

/** A text on one line, in quotes or not. */
function readValue(blocks: readonly FrontBlock[], key: string): string | undefined {
  const text = blocks.find(block => block.key === key)?.text ?? ''
  const value = text.slice(text.indexOf(':') + 1).trim()
  const [, double, single] = /^(?:"([^"\\]*)"|'([^']*)')$/.exec(value) ?? []
  return double ?? single ?? (/^[^\s"'[\]{}&*!|>%@`#]\S*$/.test(value) ? value : undefined)
}
