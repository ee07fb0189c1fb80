import type { SearchAnswer } from '../../../query/search/answer.ts'
import { UserError } from '../../../user-error.ts'
import { clipboardCodes } from './clipboard.ts'
import { drawScreen, type Look } from './draw.ts'
import { nameRow } from './draw-row.ts'
import type { Key, KeyName } from './keys.ts'
import type { ScreenRow } from './screen-row.ts'
import { type Effect, type Home, openState, type ScreenEvent } from './state.ts'
import { step } from './step.ts'
import { openTerminal, type TerminalHost } from './terminal.ts'

/** What the screen can have done for it. */
export interface ScreenTasks {
  /** May take some ten milliseconds. A `UserError` is shown. */
  search(text: string, limit: number): SearchAnswer
  setPinned(sessionId: string, isPinned: boolean): void
  /** Shows a session, with the terminal in its hands. False where it left a text on the screen that nobody has read. */
  read(row: ScreenRow): Promise<boolean>
  /** `read` draws on the screen of its own that a pager has, so that ours need not be left before. */
  readonly readsOnScreen: boolean
  /** Sees what is new before a search; undefined where that is not due. True: there is something. */
  freshen(): Promise<boolean> | undefined
  /** What there is now; undefined where it cannot be read. */
  loadHome(): Promise<Home | undefined>
  /** Makes ready to go on with a session: what it gives does so, and gives the exit code to end with. */
  prepareResume(row: ScreenRow): Promise<() => Promise<number>>
  explain(error: UserError): string
  look(): Look
}

export type ScreenEnd =
  | { readonly how: 'quit' | 'interrupted' }
  | { readonly how: 'resumed'; readonly exitCode: number }

const MIN_GAP_MS = 30
/** A search that nobody notices while typing. */
const QUICK_MS = 60
const MAX_PAUSE_MS = 250

/** Runs until the person leaves. The terminal is given back before this ends, also where it ends with an error. */
export function runScreen(
  host: TerminalHost,
  { home, tasks, signal }: { readonly home: Home; readonly tasks: ScreenTasks; readonly signal: AbortSignal },
): Promise<ScreenEnd> {
  return new Promise((resolve, reject) => {
    const terminal = openTerminal(host, {
      onKey: key => safely(() => onKey(key)),
      onResize: () => safely(() => dispatch({ kind: 'resize', size: terminal.size() })),
      onEnd: () => finish({ how: 'quit' }),
    })
    let state = openState(terminal.size(), home)
    let wanted: Extract<Effect, { kind: 'search' }> | undefined
    let searchTimer: NodeJS.Timeout | undefined
    let drawing: NodeJS.Immediate | undefined
    let searchFrom = 0
    let pauseMs = 0
    let freshening: Promise<void> | undefined
    let isHomeOld = false
    let isResuming = false
    let isOver = false
    const onAbort = (): void => finish({ how: 'interrupted' })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else draw()

    function onKey(key: Key): void {
      // Who acts means what the query says now, not what was found for its beginning.
      if (wanted && key.kind === 'press' && ACTS.has(key.name)) search()
      dispatch({ kind: 'key', key })
    }

    function dispatch(event: ScreenEvent): void {
      if (isOver) return
      const next = step(state, event)
      state = next.state
      drawing ??= setImmediate(() => safely(draw))
      for (const effect of next.effects) act(effect)
      if (state.line.text.trim() === '') wanted = undefined
    }

    function draw(): void {
      clearImmediate(drawing)
      drawing = undefined
      if (!isOver) terminal.draw(drawScreen(state, tasks.look()))
    }

    function act(effect: Effect): void {
      if (effect.kind === 'search') {
        wanted = effect
        clearTimeout(searchTimer)
        searchTimer = setTimeout(() => safely(freshenAndSearch), Math.max(pauseMs, searchFrom - performance.now()))
      } else if (effect.kind === 'read') {
        say(`Opening ${nameRow(effect.row)} …`)
        draw()
        lend(() => read(effect.row), !tasks.readsOnScreen)
      } else if (effect.kind === 'resume') resume(effect.row).catch(fail)
      else if (effect.kind === 'home') renewHome().catch(fail)
      else if (effect.kind === 'pin') pin(effect.row, effect.isPinned)
      else if (effect.kind === 'copy') {
        terminal.send(clipboardCodes(effect.row.sessionId))
        say(`Copied ${effect.row.sessionId}`)
      } else if (effect.kind === 'suspend') terminal.suspend()
      else finish({ how: 'quit' })
    }

    function freshenAndSearch(): void {
      if (drawing) draw()
      const fresh = freshen()
      if (fresh) fresh.then(() => safely(search), fail)
      else search()
    }

    /** Sees what is new, where that is due or begun. */
    function freshen(): Promise<void> | undefined {
      freshening ??= tasks.freshen()?.then(isNew => {
        freshening = undefined
        isHomeOld ||= isNew
      })
      return freshening
    }

    /** What was found new stands in the list of sessions too, as soon as that is looked at. */
    async function renewHome(): Promise<void> {
      await freshen()
      if (!isHomeOld || isOver) return
      isHomeOld = false
      try {
        const now = await tasks.loadHome()
        if (now) dispatch({ kind: 'home', home: now })
      } catch (error) {
        explain(error)
      }
    }

    /** Typing is drawn before. Where searches take long, they wait for a pause in typing. */
    function search(): void {
      clearTimeout(searchTimer)
      searchTimer = undefined
      const asked = wanted
      wanted = undefined
      if (!asked || isOver) return
      if (drawing) draw()
      const began = performance.now()
      try {
        const answer = tasks.search(asked.text, asked.limit)
        dispatch({
          kind: 'answer',
          text: asked.text,
          limit: asked.limit,
          answer,
          durationMs: performance.now() - began,
        })
      } catch (error) {
        explain(error)
      }
      const ended = performance.now()
      searchFrom = ended + MIN_GAP_MS
      pauseMs = ended - began > QUICK_MS ? Math.min(ended - began, MAX_PAUSE_MS) : 0
    }

    async function read(row: ScreenRow): Promise<void> {
      if (!(await tasks.read(row)) && !isOver) await terminal.waitForKey('Press any key to go back.')
      dispatch({ kind: 'say', message: undefined })
      if (!state.results) renewHome().catch(fail)
    }

    /** The screen is left by a client that ran, and stays with the query where none could. */
    async function resume(row: ScreenRow): Promise<void> {
      if (isResuming) return
      isResuming = true
      try {
        const start = await tasks.prepareResume(row)
        const leave = async (): Promise<void> => finish({ how: 'resumed', exitCode: await start() })
        if (!isOver) await terminal.lend(leave, { leavesScreen: true })
      } catch (error) {
        explain(error)
      } finally {
        isResuming = false
      }
    }

    function lend(work: () => Promise<void>, leavesScreen: boolean): void {
      terminal.lend(work, { leavesScreen }).catch(fail)
    }

    function pin(row: ScreenRow, isPinned: boolean): void {
      try {
        tasks.setPinned(row.sessionId, isPinned)
        dispatch({ kind: 'pinned', sessionId: row.sessionId, isPinned })
        say(isPinned ? 'Pinned; is:pinned finds it' : 'No longer pinned')
      } catch (error) {
        explain(error)
      }
    }

    /** What a person can put right is no reason to leave. */
    function explain(error: unknown): void {
      if (!(error instanceof UserError)) throw error
      say(tasks.explain(error), true)
    }

    function say(text: string, isProblem = false): void {
      dispatch({ kind: 'say', message: { text, isProblem } })
    }

    function safely(work: () => void): void {
      try {
        if (!isOver) work()
      } catch (error) {
        fail(error)
      }
    }

    function fail(error: unknown): void {
      close()
      reject(error)
    }

    function finish(end: ScreenEnd): void {
      if (isOver) return
      close()
      // The index may be in a folder that goes with the screen.
      Promise.resolve(freshening).finally(() => resolve(end))
    }

    function close(): void {
      isOver = true
      clearTimeout(searchTimer)
      clearImmediate(drawing)
      signal.removeEventListener('abort', onAbort)
      terminal.close()
    }
  })
}

const ACTS: ReadonlySet<KeyName> = new Set<KeyName>([
  'enter',
  'down',
  'tab',
  'page-down',
  'ctrl-n',
  'ctrl-r',
  'ctrl-p',
  'ctrl-y',
])
