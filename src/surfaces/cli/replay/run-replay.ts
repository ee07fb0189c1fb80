import { clipboardCodes } from '../screen/clipboard.ts'
import type { Look } from '../screen/draw.ts'
import { openTerminal, type TerminalHost } from '../screen/terminal.ts'
import { drawReplay } from './draw.ts'
import type { Film } from './film.ts'
import { findStep } from './find-step.ts'
import { nextState, start } from './next-state.ts'
import { type Effect, openState, type ReplayEvent, type ReplayStart } from './state.ts'

export type ReplayEnd = 'quit' | 'interrupted'

/** What is read ahead or looked through between two keys: nobody notices as much. */
const SLICE_MS = 12
/** How often the count of steps is drawn while it is not known yet. */
const TELL_MS = 200

export interface Replaying {
  readonly film: Film
  readonly start: ReplayStart
  look(): Look
  readonly signal: AbortSignal
}

/** Runs until the person leaves. The terminal is given back before this ends, also where it ends with an error. */
export function runReplay(host: TerminalHost, { film, start: begin, look, signal }: Replaying): Promise<ReplayEnd> {
  return new Promise((resolve, reject) => {
    const terminal = openTerminal(host, {
      onKey: key => safely(() => dispatch({ kind: 'key', key })),
      onResize: () => safely(() => dispatch({ kind: 'resize', size: terminal.size() })),
      onEnd: () => finish('quit'),
    })
    let isOver = false
    let timer: NodeJS.Timeout | undefined
    let drawing: NodeJS.Immediate | undefined
    let reading: NodeJS.Immediate | undefined
    let finding: NodeJS.Immediate | undefined
    let told = performance.now()
    let state = openState(film, terminal.size(), begin)
    const onAbort = (): void => finish('interrupted')
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else
      safely(() => {
        const first = start(state)
        state = first.state
        draw()
        for (const effect of first.effects) act(effect)
        readOn()
      })

    function dispatch(event: ReplayEvent): void {
      if (isOver) return
      const { reel } = state.view
      const next = nextState(state, event)
      state = next.state
      drawing ??= setImmediate(() => safely(draw))
      for (const effect of next.effects) act(effect)
      if (state.view.reel !== reel) readOn()
    }

    function draw(): void {
      clearImmediate(drawing)
      drawing = undefined
      if (!isOver) terminal.draw(drawReplay(state, look()))
    }

    function act(effect: Effect): void {
      if (effect.kind === 'wait') {
        clearTimeout(timer)
        timer = setTimeout(() => safely(() => dispatch({ kind: 'tick' })), effect.ms)
      } else if (effect.kind === 'stop-waiting') clearTimeout(timer)
      else if (effect.kind === 'find') find(effect)
      else if (effect.kind === 'stop-finding') stopFinding()
      else if (effect.kind === 'copy') terminal.send(clipboardCodes(effect.text))
      else if (effect.kind === 'suspend') terminal.suspend()
      else finish('quit')
    }

    function find({ direction, includesHere }: Extract<Effect, { kind: 'find' }>): void {
      stopFinding()
      const { view, level, wanted } = state
      const walk = findStep({ film, reel: view.reel, level, from: view.place, wanted, direction, includesHere })
      const lookOn = (): void => {
        const until = performance.now() + SLICE_MS
        let step = walk.next()
        while (!step.done && performance.now() < until) step = walk.next()
        if (step.done) dispatch({ kind: 'found', ...step.value })
        else finding = setImmediate(() => safely(lookOn))
      }
      lookOn()
    }

    function stopFinding(): void {
      clearImmediate(finding)
      finding = undefined
    }

    /** Counts the steps while nobody wants anything. */
    function readOn(): void {
      clearImmediate(reading)
      const until = performance.now() + SLICE_MS
      let hasMore = true
      while (hasMore && performance.now() < until) hasMore = state.view.reel.survey()
      if (!hasMore || performance.now() - told > TELL_MS) {
        told = performance.now()
        dispatch({ kind: 'surveyed' })
      }
      if (hasMore && !isOver) reading = setImmediate(() => safely(readOn))
    }

    function safely(work: () => void): void {
      try {
        if (!isOver) work()
      } catch (error) {
        close()
        reject(error)
      }
    }

    function finish(end: ReplayEnd): void {
      if (isOver) return
      close()
      resolve(end)
    }

    function close(): void {
      isOver = true
      clearTimeout(timer)
      clearImmediate(drawing)
      clearImmediate(reading)
      stopFinding()
      signal.removeEventListener('abort', onAbort)
      terminal.close()
    }
  })
}
