import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SessionLines, SHAPE_ID } from './session-lines.ts'

/** One session with many of one thing, so that what grows faster than that thing shows. */
export interface Shape {
  /** What there are many of. */
  readonly name: string
  /** How many make about half a second of work where the work is linear. */
  readonly count: number
  make(count: number): ShapeFiles
}

export interface ShapeFiles {
  readonly main: SessionLines
  /** By their agent's id. */
  readonly agents?: ReadonlyMap<string, SessionLines>
  /** Descriptions of agents: `agent-<id>.meta.json`. */
  readonly metas?: ReadonlyMap<string, object>
  /** Other files below the config folder, by their path. */
  readonly others?: ReadonlyMap<string, string>
}

const PROJECT = join('projects', '-home-dev-app')

/** Shapes that are only lines of the main transcript. */
export function shapeOf(name: string, count: number, fill: (lines: SessionLines, count: number) => void): Shape {
  return {
    name,
    count,
    make(many) {
      const main = new SessionLines()
      fill(main, many)
      return { main }
    },
  }
}

/** Lays a session out as a config folder of the client. Gives the bytes of its transcripts. */
export function writeShape(folder: string, { main, agents, metas, others }: ShapeFiles): number {
  const project = join(folder, PROJECT)
  let bytes = writeLines(join(project, `${SHAPE_ID}.jsonl`), main)
  const subagents = join(project, SHAPE_ID, 'subagents')
  for (const [id, lines] of agents ?? []) bytes += writeLines(join(subagents, `agent-${id}.jsonl`), lines)
  for (const [id, meta] of metas ?? []) writeText(join(subagents, `agent-${id}.meta.json`), JSON.stringify(meta))
  for (const [path, text] of others ?? []) writeText(join(folder, path), text)
  return bytes
}

/** In pieces: as one string a large session would be longer than a string may be. */
function writeLines(path: string, { lines }: SessionLines): number {
  let bytes = 0
  writeText(path, '')
  for (let at = 0; at < lines.length; at += PIECE) {
    const texts = lines.slice(at, at + PIECE).map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    const content = Buffer.from(texts.join(''))
    appendFileSync(path, content)
    bytes += content.length
  }
  return bytes
}

const PIECE = 10_000
const made = new Set<string>()

function writeText(path: string, content: string | Uint8Array): void {
  const folder = dirname(path)
  if (!made.has(folder)) {
    mkdirSync(folder, { recursive: true })
    made.add(folder)
  }
  writeFileSync(path, content)
}
