import type { Session } from '../../model/session.ts'
import { loadFrom } from '../../query/load-from.ts'
import { requireContent } from '../../query/require-content.ts'
import { requireNamed } from '../../query/require-named.ts'
import { parseTarget, requireEntryTurn, TURNS_HINT, turnOfOldNumber } from '../../query/session-target.ts'
import type { TurnRange } from '../../render/view/view-options.ts'
import { requireTurns } from '../../share/require-turns.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import type { App } from './app.ts'
import { askLibrary } from './ask-library.ts'
import { findDamageHint } from './damage-hint.ts'
import { freshenQuietly } from './freshen.ts'

export interface NamedSession {
  readonly loaded: LoadedSession
  /** Some of its turns, where those were named with it. */
  readonly turns: TurnRange | undefined
  /** What to do about files that cannot be read. */
  readonly damageHint: string | undefined
}

interface Cited {
  readonly turn: number | undefined
  readonly entry: string | undefined
}

/** The turn that is meant; where an older citation may mean another one, that is said. */
function findCited(app: App, session: Session, { turn, entry }: Cited): number | undefined {
  if (entry !== undefined) {
    const cited = requireEntryTurn(session, { entry, turn })
    if (cited !== undefined && turn !== undefined && cited !== turn) {
      app.err.line(`backscroll: that is turn ${cited} now; the citation is older and says ${turn}`)
    }
    return cited ?? turn
  }
  const meant = turn === undefined ? undefined : turnOfOldNumber(session.main, turn)
  if (meant !== undefined && meant !== turn) {
    app.err.line(
      `backscroll: this is turn ${turn} as turns are counted now; a citation that counted prompts alone means turn ${meant}`,
    )
  }
  return turn
}

/** The session that `3f2a`, `3f2a:4`, `3f2a:4-9` or `3f2a:4#5e551000` means, loaded. Throws where there is none, or no such turn in it. */
export async function openNamed(app: App, text: string): Promise<NamedSession> {
  const asked = parseTarget(text)
  const { loaded, turn, note, damageHint } = await askLibrary(app, await freshenQuietly(app), (library, keep) => {
    const { source, ...found } = requireNamed(library, keep, { text: asked.id, env: app.roots })
    const opened = loadFrom(library, source)
    return { ...found, loaded: opened, damageHint: findDamageHint(library, opened) }
  })
  if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  requireContent(loaded, damageHint)
  const single = findCited(app, loaded.session, { turn, entry: asked.entry })
  const turns = asked.turns ?? (single === undefined ? undefined : { from: single, to: single })
  if (turns) requireTurns(loaded.session.main, turns, TURNS_HINT)
  return { loaded, turns, damageHint }
}
