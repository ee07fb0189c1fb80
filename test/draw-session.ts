import { realpathSync } from 'node:fs'
import type { Level } from '../src/render/level.ts'
import { renderTerminal, type TerminalOptions } from '../src/render/terminal/render-terminal.ts'
import { plainStyle } from '../src/render/terminal/style.ts'
import { buildView } from '../src/render/view/build-view.ts'
import type { Row } from '../src/render/view/row.ts'
import { readersOf, type TurnRange, type ViewOptions } from '../src/render/view/view-options.ts'
import { listSessionSources } from '../src/source/discover.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import { createCostFinder } from '../src/surfaces/cli/app-pricer.ts'

/** Every session below a folder, or the one in a file. */
export function listSources(path: string): readonly SessionSource[] {
  const realPath = realpathSync(path)
  const isFile = path.endsWith('.jsonl')
  return listSessionSources({ path, realPath, isFile, configPath: undefined, from: 'named' }).sources
}

export function openSession(path: string): LoadedSession {
  return loadSession(listSources(path)[0] as SessionSource)
}

export function viewOptions(loaded: LoadedSession, level: Level, turns?: TurnRange): ViewOptions {
  return {
    level,
    turns,
    ...readersOf(loaded),
    costOf: createCostFinder({ config: {} }),
  }
}

export function viewOf(loaded: LoadedSession, level: Level, turns?: TurnRange): Iterable<Row> {
  return buildView(loaded.session, viewOptions(loaded, level, turns))
}

export function draw(loaded: LoadedSession, level: Level, options: Partial<TerminalOptions> = {}): Iterable<string> {
  return renderTerminal(viewOf(loaded, level), { width: 80, style: plainStyle, ...options })
}
