import { Contents } from '../../../../page/contents.ts'
import { listenToPrinting } from '../../../../page/print.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import type { OpenSession } from '../../routes/session-open.ts'
import { ApiError } from '../api.ts'
import { followSession, onPageEvent } from '../events.ts'
import { hrefTo, setQuery } from '../router.ts'
import { createShared } from '../shared-value.ts'
import { say } from '../toast.ts'
import { Address } from './address.ts'
import type { SessionStore } from './data/session-store.ts'
import { Filtering } from './filtering.ts'
import { Finding } from './finding.ts'
import { Follow } from './follow.ts'
import { lastSeen, noteSeen } from './last-seen.ts'
import { contentsText, hasHead } from './list/turn-name.ts'
import {
  createViewState,
  FIRST_LEVEL,
  isAllOpen,
  type PageLevel,
  setAllOpen,
  type ViewState,
} from './list/view-state.ts'
import { notShown } from './not-shown.ts'
import type { Place } from './place.ts'
import { Reading } from './reading.ts'
import { openSide, revealRow } from './reveal.ts'
import { sayProblem } from './say-problem.ts'
import { formatOpen } from './url-state.ts'

/** What the parts around the rows draw. */
export interface Shown {
  readonly open: OpenSession
  readonly level: PageLevel
  readonly isAllOpen: boolean
  readonly turn: number | undefined
  readonly isFiltering: boolean
  readonly isFilterOpen: boolean
  readonly found: number
  readonly isFollowing: boolean
  readonly isFollowPaused: boolean
  /** What the address asked for and is not here; empty where it is. */
  readonly missing: string
  readonly newRows: number
}

export interface ControllerParts {
  readonly store: SessionStore
  readonly host: HTMLElement
  readonly query: URLSearchParams
  readonly topInset: () => number
  readonly onContentsLeft: () => void
}

const KEYS_REST_MS = 250
const SCROLL_REST_MS = 500

/** The session view's own mind: where the reader is, and what is opened, found, filtered and followed. */
export class SessionController {
  readonly store: SessionStore
  readonly reading: Reading
  readonly contents: Contents
  readonly finding: Finding
  readonly filtering: Filtering
  readonly follow: Follow
  readonly shown
  private readonly state: ViewState
  private readonly address: Address
  /** At the top of the window, when it was last looked at: to ask again may lay the page out again. */
  private turn: number | undefined
  private missing = ''
  private going = 0
  private isReady = false
  private readonly endings: (() => void)[] = []

  constructor({ store, host, query, topInset, onContentsLeft }: ControllerParts) {
    this.store = store
    this.address = new Address(query)
    this.state = this.firstState()
    this.contents = new Contents({ hrefOf: ({ turn }) => this.hrefOf({ turn }), onLeave: onContentsLeft })
    this.reading = new Reading({
      store,
      state: this.state,
      host,
      topInset,
      drawEnd: () => this.drawEnd(),
      onWindow: () => this.onWindow(),
      onOpened: () => this.address.replace({ open: formatOpen(this.state.turns) }),
      onMove: key => this.address.replaceLater(() => this.placeOf(key), KEYS_REST_MS),
      onProblem: sayProblem,
    })
    this.follow = new Follow(this.reading, () => this.tell())
    this.finding = new Finding(this.reading, this.address)
    this.filtering = new Filtering(this.reading, this.address, () => this.tell())
    this.shown = createShared<Shown>(this.snapshot())
    store.listener = {
      onRows: () => this.reading.refreshSoon(),
      onIndex: () => this.onIndex(),
      onTurns: () => this.onTurns(),
      onProblem: sayProblem,
    }
    this.isReady = true
    this.listen(host)
    this.showContents()
    this.start()
  }

  close(): void {
    this.isReady = false
    noteSeen(this.store.id, this.follow.seenAt)
    for (const end of this.endings) end()
    for (const part of [this.address, this.filtering, this.finding, this.contents, this.reading, this.store])
      part.close()
  }

  /** The address changed: by a link, by back or forward, or by us. */
  apply(query: URLSearchParams): void {
    const before = this.address.take(query)
    const { url } = this.address
    if (url.level !== before.level) this.takeLevel(url.level)
    if (url.only !== before.only) this.filtering.take(url.only)
    const isOther = url.entry !== before.entry || url.turn !== before.turn || url.agent !== before.agent
    if (isOther) void this.goTo(url)
    if (url.find !== before.find) this.finding.look(url.find)
    this.contents.redraw()
  }

  hrefOf({ turn, entry, agent }: Place): string {
    const query: Record<string, string | undefined> = Object.fromEntries(new URLSearchParams(location.search))
    const place = { turn: turn === undefined || entry !== undefined ? undefined : String(turn), entry, agent }
    return hrefTo(`/session/${encodeURIComponent(this.store.id)}`, { ...query, ...place })
  }

  /** A jump: the way back leads to where the reader was. */
  jump({ turn, entry, agent }: Place): void {
    const { url } = this.address
    const isSame = entry === url.entry && agent === url.agent && (entry !== undefined || turn === url.turn)
    if (isSame) void this.goTo({ turn, entry, agent })
    else setQuery({ entry, agent, turn: entry === undefined && turn !== undefined ? String(turn) : undefined })
  }

  setLevel(level: PageLevel): void {
    this.filtering.clear()
    this.address.push({ level: level === FIRST_LEVEL ? undefined : level })
    this.takeLevel(level)
  }

  toggleAll(): void {
    setAllOpen(this.state, !isAllOpen(this.state))
    this.reading.refresh({ isOther: true })
    this.address.replace({ open: undefined })
    this.tell()
  }

  stepPrompt(step: 1 | -1): void {
    const { reading } = this
    const from = reading.cursor.index()
    const heads = reading.items.flatMap((item, at) => (item.kind === 'head' || item.kind === 'side' ? [at] : []))
    const next = step > 0 ? heads.find(at => at > from) : heads.findLast(at => at < from)
    if (next !== undefined) reading.cursor.moveTo(next, true)
  }

  toEnd(): void {
    const { reading } = this
    if (this.follow.isOn) this.follow.toEnd()
    else reading.cursor.moveTo(reading.items.length - 1)
  }

  /** Opens or closes the row that keys act on. */
  openCurrent(): void {
    const { reading } = this
    const item = reading.items[reading.cursor.index()]
    if (!item) return
    const fold = reading.boxOf(item.key)?.querySelector<HTMLDetailsElement>(':scope > .row > details.fold')
    if (fold) fold.open = !fold.open
    reading.toggle(item)
  }

  escape(): void {
    if (this.filtering.isOpen) this.filtering.toggle(false)
    else this.finding.leave()
  }

  private firstState(): ViewState {
    const { level, open } = this.address.url
    const state = createViewState(level)
    for (const turn of open) state.turns.set(turn, true)
    const seen = lastSeen(this.store.id)
    if (seen !== undefined && seen < (this.store.open.index.header.endedAt ?? 0)) state.newSince = seen
    return state
  }

  private start(): void {
    const { url } = this.address
    if (url.only !== '') this.filtering.take(url.only)
    const isPlaced = url.entry !== undefined || url.turn !== undefined || url.agent !== undefined
    const { state } = this.store.open.status
    const isLive = state === 'working' || state === 'waiting'
    const look = (jumps: boolean): void => {
      if (url.find !== '') this.finding.look(url.find, jumps)
    }
    if (isPlaced) void this.goTo(url).then(() => look(url.entry === undefined))
    else if (isLive && url.find === '') void this.followNow()
    else look(true)
  }

  /** The end of a long session is there when all its turns are. */
  private async followNow(): Promise<void> {
    if (this.store.open.index.hasMore) await this.store.untilTurn(Number.POSITIVE_INFINITY)
    if (this.isReady) this.follow.set(true)
  }

  private listen(host: HTMLElement): void {
    followSession(this.store.id)
    const leave = (): void => {
      if (document.hidden) noteSeen(this.store.id, this.follow.seenAt)
    }
    document.addEventListener('visibilitychange', leave)
    this.endings.push(
      () => followSession(undefined),
      () => document.removeEventListener('visibilitychange', leave),
      onPageEvent('session', ({ change }) => {
        this.store.open = { ...this.store.open, status: change.status }
        this.tell()
        void this.follow.take(change)
      }),
      onPageEvent('index', () => void this.follow.lookAgain()),
      listenToPrinting(host, {
        count: () => this.reading.items.length,
        draw: at => this.reading.drawForPaper(at),
        level: () => this.state.level,
        leftOut: rows => `Printed up to here: ${rows} on the page. Export the session to have all of it.`,
      }),
    )
  }

  private onIndex(): void {
    this.filtering.forgetCounts()
    this.showContents()
    this.follow.grow()
  }

  private onTurns(): void {
    this.showContents()
    this.reading.refresh()
  }

  private onWindow(): void {
    if (!this.isReady) return
    const { reading } = this
    this.follow.see()
    this.finding.repaint()
    // What is asked of the layout is asked before anything changes it.
    const turn = reading.currentTurn()
    const isAtLast = reading.list.visibleRange().last >= reading.items.length - 1
    if (turn !== this.turn) {
      this.turn = turn
      this.markCurrent(turn)
      this.tell()
    } else if (this.follow.isPaused !== this.shown.value.isFollowPaused) this.tell()
    if (isAtLast) void this.filtering.count()
    if (!reading.list.isPinned && !reading.list.isAtEnd) {
      this.address.replaceLater(() => this.placeOfScroll(), SCROLL_REST_MS)
    }
  }

  /** Where the reader came to by scrolling. */
  private placeOfScroll(): Record<string, string | undefined> | undefined {
    const { url } = this.address
    const turn = scrollY < 10 ? undefined : this.reading.currentTurn()
    if (this.reading.list.isPinned || (turn === url.turn && url.entry === undefined)) return undefined
    return { turn: turn === undefined ? undefined : String(turn), entry: undefined, agent: undefined }
  }

  private placeOf(key: string): Record<string, string | undefined> {
    const item = this.reading.itemOf(key)
    const entry = item?.kind === 'row' && 'uuid' in item.row ? item.row.uuid : undefined
    const turn = entry === undefined ? this.reading.turnOf(key) : undefined
    return { entry, turn: turn === undefined ? undefined : String(turn), agent: undefined }
  }

  private takeLevel(level: PageLevel): void {
    this.state.level = level
    this.reading.refresh({ isOther: true })
    this.tell()
  }

  private async goTo({ entry, agent, turn }: Place): Promise<void> {
    const round = ++this.going
    this.note('')
    if (entry === undefined && agent === undefined) {
      if (turn === undefined) return
      if (!this.store.turn(turn)) await this.store.untilTurn(turn)
      if (round === this.going) this.goToTurn(turn)
      return
    }
    try {
      const spot = await this.store.place(entry ?? agent ?? '')
      const key = await revealRow(this.reading, spot)
      if (round !== this.going || key === undefined) return
      this.reading.goTo(key, { marks: true })?.focus({ preventScroll: true })
      if (!spot.isExact) say('It has no row of its own: this is the one before it')
    } catch (error) {
      if (turn !== undefined) this.goToTurn(turn)
      if (error instanceof ApiError && error.status === 404)
        this.note('What this address leads to is not in this session.')
      else sayProblem(error)
    }
    this.tell()
  }

  private note(missing: string): void {
    if (missing === this.missing) return
    this.missing = missing
    this.tell()
  }

  private goToTurn(turn: number): void {
    if (!this.store.turn(turn)) {
      this.note(`There is no turn ${turn} in this session.`)
      return
    }
    this.filtering.clear()
    openSide(this.reading, turn)
    this.reading.mark('')
    this.reading.refresh()
    // What stands before the first prompt may have no line of its own.
    if (!this.reading.goTo(`t${turn}`) && turn === 0) this.reading.list.toTop()
  }

  private prompts(): OpenSession['index']['turns'] {
    return this.store.open.index.turns.filter(hasHead)
  }

  private showContents(): void {
    const lines = this.prompts().map(turn => ({
      turn: turn.number,
      text: sanitizeLine(contentsText(turn)),
      isRewound: turn.isRewound,
    }))
    this.contents.show(lines)
    this.markCurrent(this.reading.currentTurn())
  }

  private markCurrent(turn: number | undefined): void {
    this.contents.setCurrent(this.prompts().findIndex(({ number }) => number === turn))
  }

  private drawEnd(): HTMLElement {
    return notShown(this.state, this.filtering?.counts, () => this.setLevel('all'))
  }

  private tell(): void {
    if (this.isReady) this.shown.set(this.snapshot())
  }

  private snapshot(): Shown {
    const { state, store, filtering, follow } = this
    return {
      open: store.open,
      level: state.level,
      isAllOpen: isAllOpen(state),
      turn: this.turn,
      isFiltering: filtering.isOn,
      isFilterOpen: filtering.isOpen,
      found: filtering.found,
      isFollowing: follow.isOn && !follow.isPaused,
      isFollowPaused: follow.isPaused,
      missing: this.missing,
      newRows: follow.newRows,
    }
  }
}
