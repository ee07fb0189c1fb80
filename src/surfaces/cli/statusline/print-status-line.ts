import { beginCounting } from './begin-counting.ts'
import { hasFailed, readFigures } from './figures.ts'
import { recordLimits } from './record-limits.ts'
import { parseStatus } from './status.ts'
import { findPlaces, readSettings, type StatusHost } from './status-host.ts'
import { DEFAULT_TEMPLATE, drawLine, fillTemplate, showsFigures } from './template.ts'

export interface LineRequest {
  /** What the client wrote to stdin. */
  readonly input: string
  /** Wins over the setting. */
  readonly template: string | undefined
  readonly isPlain: boolean
  write(line: string): void
}

/**
 * Prints the line, and only then does what nobody has to wait for. Nothing that goes wrong here may reach the client: it
 * would show nothing at all, or complain on every message.
 */
export function printStatusLine(host: StatusHost, request: LineRequest): void {
  const now = host.now()
  const places = findPlaces(host)
  const status = parseStatus(request.input)
  const counted = quietly(() => readFigures(places.figures))
  const settings = readSettings(host)
  const template = request.template ?? settings.template ?? DEFAULT_TEMPLATE
  const line = quietly(() => {
    const areOld = counted !== undefined && hasFailed(counted)
    const facts = { status, figures: counted?.figures, areOld, now, home: host.home }
    return drawLine(fillTemplate(template, facts), { ...settings, color: settings.color && !request.isPlain })
  })
  quietly(() => request.write(`${line || 'backscroll'}\n`))
  const { limits, sessionId } = status
  if (limits) quietly(() => recordLimits(places.limits, limits, { at: now, session: sessionId }))
  if (showsFigures(template)) quietly(() => beginCounting(host, places, counted, now))
}

/** Undefined where it failed: a full disk, a folder that cannot be written, a file that is none. */
function quietly<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
