/**
 * A seeded corpus with the skew of real ones, laid out as a config folder: sizes, mix of kinds, key order and repetition
 * follow what was measured on recorded transcripts; every word is made up. The same options give the same bytes.
 *
 *   node bench/corpus.ts --bytes 1e9 --files 2500 --seed 1 [--out DIR]
 *   node bench/corpus.ts --single 500e6 --seed 1 [--out DIR]
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pickVersion } from './corpus/era.ts'
import { openFileSink } from './corpus/line-sink.ts'
import { planSessions, type SessionPlan } from './corpus/plan.ts'
import { createRandom } from './corpus/random.ts'
import { type SessionEnd, writeSession } from './corpus/session.ts'
import { buildTextPools, makeSentence } from './corpus/text-pools.ts'

export interface CorpusOptions {
  readonly bytes: number
  /** 1 gives a single session without agents. */
  readonly files: number
  readonly seed: number
  /** Default: a folder named after the options in bench/.data. */
  readonly out?: string | undefined
}

export interface CorpusManifest {
  readonly generator: string
  readonly bytes: number
  readonly files: number
  readonly sessions: number
  readonly lines: number
  readonly progressLines: number
  /** Bytes at these shares of the files. */
  readonly sizes: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number }
}

const BENCH = fileURLToPath(new URL('.', import.meta.url))
const FIRST_DAY_MS = Date.UTC(2025, 9, 1)
const SPREAD_MS = 300 * 86_400_000

/** Makes the corpus, or finds the one made before with the same options and the same generator. Returns its folder. */
export function makeCorpus(options: CorpusOptions): string {
  const folder = options.out ?? join(BENCH, '.data', `${options.bytes}-${options.files}-${options.seed}`)
  const generator = `${hashGenerator()} ${options.bytes} ${options.files} ${options.seed}`
  const manifestPath = join(folder, 'bench-manifest.json')
  if (existsSync(manifestPath)) {
    const found = JSON.parse(readFileSync(manifestPath, 'utf8')) as CorpusManifest
    if (found.generator === generator) return folder
    rmSync(folder, { recursive: true })
  }
  mkdirSync(folder, { recursive: true })
  const manifest = { generator, ...writeSessions(options, folder) }
  writeFileSync(manifestPath, `${JSON.stringify(manifest, undefined, 2)}\n`)
  return folder
}

export function readManifest(folder: string): CorpusManifest {
  return JSON.parse(readFileSync(join(folder, 'bench-manifest.json'), 'utf8')) as CorpusManifest
}

/** All transcripts below a folder, in a fixed order. */
export function listTranscripts(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(folder, name))
    .sort()
}

function writeSessions(options: CorpusOptions, folder: string): Omit<CorpusManifest, 'generator'> {
  const random = createRandom(options.seed)
  const pools = buildTextPools(options.seed, Math.min(Math.max(options.bytes / 8, 400_000), 24_000_000))
  const single: SessionPlan = { bytes: options.bytes, era: 'progress', agentBytes: [] }
  const plans = options.files === 1 ? [single] : planSessions(random, options)
  const projects = Array.from(
    { length: Math.ceil(options.files / 30) },
    () => `/home/dev/work/${makeSentence(random, 2).replace(' ', '-')}`,
  )
  const sizes: number[] = []
  let previous: SessionEnd | undefined
  let lines = 0
  let progressLines = 0
  plans.forEach((plan, index) => {
    const own = createRandom(options.seed, index + 1)
    const cwd = own.pick(projects)
    const projectFolder = join(folder, 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'))
    const sessionId = own.uuid()
    const path = join(projectFolder, `${sessionId}.jsonl`)
    const slug = own.chance(0.7) ? makeSentence(own, 3).toLowerCase().replaceAll(' ', '-') : undefined
    const gitBranch = own.chance(0.5) ? 'main' : `feature/${makeSentence(own, 2).toLowerCase().replace(' ', '-')}`
    const identity = {
      era: plan.era,
      sessionId,
      agentId: undefined,
      cwd,
      gitBranch,
      slug,
      ...pickVersion(own, plan.era),
    }
    const agentFolder = plan.era === 'flat' ? projectFolder : join(projectFolder, sessionId, 'subagents')
    previous = writeSession({
      random: own,
      pools,
      identity,
      sink: track(openFileSink(path)),
      targetBytes: plan.bytes,
      startMs: FIRST_DAY_MS + own.below(SPREAD_MS),
      progressShare: plan.era === 'progress' ? 0.4 + own.unit() * 0.3 : 0,
      isUnicode: own.chance(0.06),
      hugeLines: plan.bytes < 20_000_000 ? 0 : Math.min(Math.max(1, Math.round(plan.bytes / 30_000_000)), 5),
      agentBytes: plan.agentBytes,
      openAgentFile: agentId => track(openFileSink(join(agentFolder, `agent-${agentId}.jsonl`))),
      path,
      previous,
    })
    lines += previous.lines
    progressLines += previous.progressLines
  })
  sizes.sort((a, b) => a - b)
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] as number
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    files: sizes.length,
    sessions: plans.length,
    lines,
    progressLines,
    sizes: { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) },
  }

  function track(sink: ReturnType<typeof openFileSink>): typeof sink {
    const close = sink.close
    sink.close = lastChangedMs => {
      close(lastChangedMs)
      sizes.push(sink.bytes)
    }
    return sink
  }
}

/** A change of the generator must not be measured on a corpus of the old one. */
function hashGenerator(): string {
  const hash = createHash('sha256')
  const folder = join(BENCH, 'corpus')
  for (const name of readdirSync(folder).sort()) {
    if (!name.includes('.test.')) hash.update(readFileSync(join(folder, name)))
  }
  hash.update(readFileSync(join(BENCH, 'corpus.ts')))
  return hash.digest('hex').slice(0, 16)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      bytes: { type: 'string', default: '1e9' },
      files: { type: 'string', default: '2500' },
      single: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  })
  const started = performance.now()
  const folder = makeCorpus({
    bytes: Number(values.single ?? values.bytes),
    files: values.single === undefined ? Number(values.files) : 1,
    seed: Number(values.seed),
    out: values.out,
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${folder} (${seconds} s)\n${JSON.stringify(readManifest(folder), undefined, 2)}`)
}
