import { LEVELS, type Level } from '../../level.ts'
import type { Row } from '../../view/row.ts'
import { cutWords } from '../cut-words.ts'
import { type DirectoryPrompt, DOCUMENT_FORMAT, type DocumentDirectory, hashUuid } from './document-format.ts'
import { rowFacts } from './row-facts.ts'

const PROMPT_CHARS = 160

/** Collects the directory while rows go by. */
export class DirectoryBuilder {
  private readonly rows = {
    kind: [] as number[],
    level: [] as number[],
    depth: [] as number[],
    turn: [] as number[],
    tool: [] as number[],
    flags: [] as number[],
    size: [] as number[],
    inside: [] as number[],
  }
  /** For each row a hash of its uuid. */
  readonly uuids: number[] = []
  private readonly kinds = new Map<Row['kind'], number>()
  private readonly tools = new Map<string, number>()
  private readonly chunks: number[] = []
  private readonly prompts: { row: number; turn: number; text: string; isRewound: boolean }[] = []
  private turn = 0

  get count(): number {
    return this.rows.kind.length
  }

  addRow(row: Row): void {
    const facts = rowFacts(row)
    const isPlaced = 'depth' in row
    if (row.kind === 'turn' && row.depth === 0) this.startTurn(row.number, row.isRewound)
    else if (row.kind === 'input' && row.depth === 0) this.namePrompt(row.text)
    else if (row.kind === 'section' || row.kind === 'loss') this.turn = 0
    const { rows } = this
    rows.kind.push(numberOf(this.kinds, row.kind))
    rows.level.push(isPlaced ? Math.max(0, LEVELS.indexOf(row.minLevel)) : 0)
    rows.depth.push(isPlaced ? row.depth : 0)
    rows.turn.push(this.turn)
    rows.tool.push(facts.tool === undefined ? -1 : numberOf(this.tools, facts.tool))
    rows.flags.push(facts.flags)
    rows.size.push(facts.size)
    rows.inside.push(facts.inside)
    this.uuids.push(isPlaced && row.uuid !== undefined ? hashUuid(row.uuid) : 0)
  }

  endChunk(rows: number): void {
    this.chunks.push(rows)
  }

  build(title: string, level: Level): DocumentDirectory {
    return {
      format: DOCUMENT_FORMAT,
      level,
      title,
      chunks: this.chunks,
      kinds: [...this.kinds.keys()],
      tools: [...this.tools.keys()],
      rows: this.rows,
      prompts: this.prompts satisfies readonly DirectoryPrompt[],
    }
  }

  private startTurn(turn: number, isRewound: boolean): void {
    this.turn = turn
    this.prompts.push({ row: this.count, turn, text: '', isRewound })
  }

  /** The first thing said in a turn is its line in the table of contents. */
  private namePrompt(text: string): void {
    const prompt = this.prompts.at(-1)
    if (prompt?.turn === this.turn && prompt.text === '') prompt.text = headOf(text)
  }
}

function headOf(text: string): string {
  const words = text
    .slice(0, PROMPT_CHARS * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return cutWords(words, PROMPT_CHARS)
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}
