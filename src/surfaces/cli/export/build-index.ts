import { buildSessionFacts, type SessionFacts } from '../../../query/export/export-index.ts'
import { type CountedSession, countExport } from '../../../query/export/export-usage.ts'
import type { ExportSession } from '../../../query/export/open-redacted.ts'
import type { Library } from '../../../query/library.ts'
import type { Redaction } from '../../../redact/redaction.ts'
import { stringsOf } from '../../../render/html/document/row-strings.ts'
import type { IndexNumbers, IndexPage } from '../../../render/index-page/index-page.ts'
import { type IndexFormat, renderIndex } from '../../../render/index-page/render-index.ts'
import type { ExportFormat } from '../../../share/export-shape.ts'
import { sha256 } from '../../../share/write-session.ts'
import { formatCost } from '../../../text/money.ts'
import type { App } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import type { ChosenSession } from './choose-sessions.ts'

/** Collects, session by session, what the index page says. */
export interface IndexCollector {
  add(chosen: ChosenSession, session: ExportSession, file: string | undefined): void
  render(format: IndexFormat): string
}

/** Transcripts as they are have no index of their own kind. */
export function indexFormatOf(format: ExportFormat): IndexFormat {
  return format === 'jsonl' ? 'json' : format
}

export function createIndexCollector(app: App, library: Library, redaction: Redaction | undefined): IndexCollector {
  const added: {
    readonly facts: SessionFacts
    readonly project: string | undefined
    readonly file: string | undefined
  }[] = []
  const counted: CountedSession[] = []
  return {
    add({ source, turns, project }, { session }, file) {
      // The project comes from the disk, not from the session, so nothing was taken out of its name yet.
      const name = project && (redaction?.redactText(project.name) ?? project.name)
      added.push({ facts: buildSessionFacts(session, turns), project: name, file })
      counted.push({ source, turns, requests: session.requests })
    },
    render(format) {
      const usage = countExport(counted, { library, pricer: createAppPricer(app) })
      const sessions = added.map(({ facts, project, file }, at) => {
        const own = usage.sessions[at] ?? usage.total
        return { ...facts, project, file, usage: own }
      })
      const page = { sessions, totals: addUp(sessions, usage.total) }
      redaction?.requireClean(stringsOf(page))
      return renderIndex(page, format, { formatCost, sha256 })
    },
  }
}

/** Files are counted for each session: two may have changed the same one. */
function addUp(sessions: IndexPage['sessions'], usage: IndexNumbers['usage']): IndexNumbers {
  const sum = (name: 'activeMs' | 'turns' | 'toolCalls' | 'agents' | 'filesChanged'): number =>
    sessions.reduce((total, session) => total + session[name], 0)
  return {
    activeMs: sum('activeMs'),
    turns: sum('turns'),
    toolCalls: sum('toolCalls'),
    agents: sum('agents'),
    filesChanged: sum('filesChanged'),
    usage,
  }
}
