/**
 * Many of everything a session may have, at two sizes: processor time and memory of every command grow at most 1.2 times
 * as much as the session does. What a command costs on a session of two lines is taken off both. `SHAPE=calls` and
 * `STEP=show` choose some.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, requireBin } from './bin.ts'
import { type Bench, type Row, runBench } from './harness.ts'
import { readUsage, TELL } from './process-usage.ts'
import { SessionLines, SHAPE_ID } from './shapes/session-lines.ts'
import { type Shape, type ShapeFiles, writeShape } from './shapes/shape.ts'
import { SHAPES } from './shapes/table.ts'

const GROWTH = 1.2
const TIMES = 4
/** Below this the difference of two runs is chance. */
const LEAST_MS = 150
const LEAST_MB = 30

/** `--root` reads the transcripts themselves; the others ask the index that `sync` made. */
const STEPS: { readonly [name: string]: (config: string, out: string) => readonly string[] } = {
  ls: config => ['ls', '--json', '--root', config],
  'show --root': config => ['show', SHAPE_ID, '--level', 'all', '--root', config],
  'export html': (config, out) => ['export', SHAPE_ID, '--root', config, '-o', `${out}.html`],
  'export md': (config, out) => ['export', SHAPE_ID, '--root', config, '-o', `${out}.md`],
  'export json': (config, out) => ['export', SHAPE_ID, '--root', config, '-o', `${out}.json`],
  'usage --root': config => ['usage', 'sessions', '--no-index', '--root', config],
  'story --root': config => ['story', SHAPE_ID, '--root', config],
  sync: () => ['sync'],
  show: () => ['show', SHAPE_ID],
  usage: () => ['usage', 'prompts'],
  story: () => ['story', SHAPE_ID],
}

interface Cost {
  readonly ms: number
  readonly mb: number
}

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds }) {
    requireBin()
    const shapes = SHAPES.filter(({ name }) => (process.env.SHAPE ?? '').split(',').some(part => name.includes(part)))
    const base = measureAll(baseFiles(), rounds)
    const rows = shapes.map(shape => compare(shape, base, rounds))
    return {
      name: 'shapes',
      notes: [`Sizes 1 and ${TIMES}; the least of ${rounds} runs of the built program; start of Node taken off.`],
      rows,
    }
  },
}

function baseFiles(): ShapeFiles {
  const main = new SessionLines()
  main.prompt('Hello')
  main.says('Hello.')
  return { main }
}

function compare(shape: Shape, base: ReadonlyMap<string, Cost>, rounds: number): Row {
  const small = measureAll(shape.make(shape.count), rounds)
  const large = measureAll(shape.make(shape.count * TIMES), rounds)
  const parts: string[] = []
  let isMet = true
  for (const [step, { ms, mb }] of large) {
    const [before, none] = [small.get(step), base.get(step)]
    if (!before || !none) continue
    const time = growth(before.ms - none.ms, ms - none.ms, LEAST_MS)
    const memory = growth(before.mb - none.mb, mb - none.mb, LEAST_MB)
    const isBad = time > GROWTH || memory > GROWTH
    if (isBad) isMet = false
    const told = `${step} ${Math.round(before.ms)} → ${Math.round(ms)} ms, ${Math.round(before.mb)} → ${Math.round(mb)} MB`
    if (isBad || process.env.ALL) parts.push(`${told} (${time.toFixed(2)}, ${memory.toFixed(2)})`)
  }
  const measured = parts.join('; ') || 'all steps'
  console.error(`${isMet ? '' : 'NO '}${shape.name} × ${shape.count}: ${measured}`)
  return { what: `${shape.count * TIMES} ${shape.name}`, goal: `≤ ${GROWTH} × linear`, measured, isMet }
}

/** 1 is linear. What is too little to measure has not grown. */
function growth(small: number, large: number, least: number): number {
  return large < least ? 0 : large / TIMES / Math.max(small, least / TIMES)
}

function measureAll(files: ShapeFiles, rounds: number): ReadonlyMap<string, Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'backscroll-shapes-'))
  const config = join(folder, 'config')
  const costs = new Map<string, Cost>()
  try {
    writeShape(config, files)
    for (const [name, argsOf] of Object.entries(STEPS)) {
      if (!(process.env.STEP ?? name).split(',').includes(name)) continue
      for (let round = 0; round < (name === 'sync' ? 1 : rounds); round++) {
        const { ms, mb } = measureStep(folder, argsOf(config, join(folder, `out-${round}`)))
        const best = costs.get(name) ?? { ms, mb }
        costs.set(name, { ms: Math.min(ms, best.ms), mb: Math.min(mb, best.mb) })
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return costs
}

function measureStep(folder: string, args: readonly string[]): Cost {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    NO_COLOR: '1',
    CLAUDE_CONFIG_DIR: join(folder, 'config'),
    BACKSCROLL_HOME: join(folder, 'keep'),
  }
  const child = spawnSync(process.execPath, ['--import', TELL, BIN, ...args], {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 30,
    timeout: 20_000,
  })
  if (child.status !== 0 && child.status !== 1) {
    console.error(`${args.join(' ')} failed: ${child.stderr.slice(-500)}`)
    return { ms: 1e6, mb: 1e6 }
  }
  const { cpuMs, rssMb } = readUsage(child.stderr)
  return { ms: cpuMs, mb: rssMb }
}

await runBench(bench)
