import { createInterface } from 'node:readline'
import type { Config } from '../../../config/settings.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import type { Pricer } from '../../../pricing/pricer.ts'
import { askSharedLibrary } from '../../../query/ask-shared-library.ts'
import { type IndexedKeep, requireIndex } from '../../../query/indexed-keep.ts'
import { createSharedKeep } from '../../../query/shared-keep.ts'
import { holdYoungHeapAt } from '../../../source/young-heap.ts'
import { createZone, localZone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import { isReportName, makeReport } from './report-table.ts'
import type { ReportWorld } from './report-world.ts'
import type { ReporterOrder, ReporterProblem, ReporterSetting } from './reporter-message.ts'

/** As in the server: reports leave much behind. */
const YOUNG_BYTES = 14 * 1024 * 1024

export interface ReporterOptions {
  readonly now: () => number
  readonly home: string
  readonly keepDir: string
  readonly config: Config
  readonly threads: number
  readonly pricer: Pricer
  readonly input: NodeJS.ReadableStream
  /** One line, as bytes or text without its end. */
  say(line: string): void
}

/** The process that makes reports: answers orders until its input ends, which is the end of whoever started it. */
export async function answerReports(options: ReporterOptions): Promise<void> {
  const lines = createInterface({ input: options.input })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) return
  const setting = JSON.parse(first.value) as ReporterSetting
  let isWatched = false
  const { keepDir, now } = options
  const places = keepPaths(keepDir)
  const shared = createSharedKeep({ places, now, roots: setting.roots, isWatched: () => isWatched })
  const world: ReportWorld = {
    ...options,
    roots: setting.roots,
    zone: createZone(setting.zone) ?? localZone(),
    ask: question => shared.use(({ keep }) => question(requireIndex(keep) as IndexedKeep)),
    askLibrary: question => askSharedLibrary(shared, setting.roots, question),
  }
  for await (const line of lines) {
    const order = JSON.parse(line) as ReporterOrder
    if (order.kind === 'ask') void answer(order)
    else {
      isWatched = order.isWatched
      shared.drop()
    }
  }
  shared.close()

  async function answer({ number, name, query }: ReporterOrder & { readonly kind: 'ask' }): Promise<void> {
    try {
      if (!isReportName(name)) throw new Error(`there is no report ${name}`)
      holdYoungHeapAt(YOUNG_BYTES)
      const report = await makeReport(world, name, query as never)
      options.say(`ok ${number} ${JSON.stringify(report)}`)
    } catch (error) {
      options.say(`no ${number} ${JSON.stringify(describe(error))}`)
    }
  }
}

/** Of a bug nothing but that it is one. */
function describe(error: unknown): ReporterProblem {
  if (!(error instanceof UserError)) return { code: '', message: String(error), hint: '' }
  return { code: error.code, message: error.message, hint: error.hint }
}
