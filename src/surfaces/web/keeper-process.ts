import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { asObject, asString } from '../../format/json.ts'
import { parseObject } from '../../format/line.ts'
import { keepPaths } from '../../ingest/keep-paths.ts'
import type { KeeperMessage } from '../../ingest/keeper-message.ts'
import { head } from '../../text/head.ts'
import { formatIso } from '../../time/day.ts'
import type { Keeper, KeeperState } from './keeper.ts'
import { startOwn } from './start-own.ts'
import type { WebOptions } from './world.ts'

export interface KeeperProcess extends Keeper {
  close(): Promise<void>
}

interface KeeperListener {
  onState(state: KeeperState): void
  /** The index says something else than before. */
  onIndex(): void
}

type KeeperOptions = Pick<WebOptions, 'executable' | 'keepDir' | 'roots' | 'env' | 'now' | 'signal'>

/** Pauses before a keeper that died is started again; the last one is kept to. */
const PAUSES_MS = [500, 2000, 10_000, 60_000]
/** One that lived this long is no part of a row of failures. */
const LASTING_MS = 60_000
/** While a first sync runs, what it has done so far can be asked for this often. */
const INDEX_EVERY_MS = 3000
/** Long enough to end the session at hand. */
const END_MS = 5000

/** Starts the keeper, reads what it tells and starts it again when it dies. It dies with this process. */
export function startKeeper(options: KeeperOptions, listener: KeeperListener): KeeperProcess {
  const { index } = keepPaths(options.keepDir)
  let state: KeeperState = {
    phase: 'starting',
    hasIndex: existsSync(index),
    done: 0,
    total: 0,
    problem: undefined,
    syncedAt: undefined,
  }
  const waiting = new Map<number, (state: KeeperState) => void>()
  let lastNumber = 0
  let failures = 0
  let isEnded = false
  let isLasting = false
  let toldIndexAt = 0
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined

  function change(to: Partial<KeeperState>): void {
    state = { ...state, ...to, hasIndex: state.hasIndex || existsSync(index) }
    listener.onState(state)
  }

  function begin(): void {
    const started = startOwn(options, 'keeper')
    const startedAt = options.now()
    let said = ''
    child = started
    isLasting = false
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000)
    })
    if (started.stdout) createInterface({ input: started.stdout }).on('line', line => hear(parseMessage(line)))
    // It may be gone before the order reaches it: its end is told below.
    started.stdin?.on('error', () => {})
    started.once('error', error => end(error.message))
    started.once('close', () => end(said))

    function end(words: string): void {
      if (child !== started) return
      child = undefined
      if (options.now() - startedAt > LASTING_MS) failures = 0
      if (!isEnded && !options.signal.aborted) beginAgain(words)
      settle()
    }
  }

  function beginAgain(words: string): void {
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]
    failures++
    if (!isLasting && failures > 1) change({ phase: 'failed', problem: describeEnd(words) })
    else if (!isLasting) change({ phase: 'starting' })
    restart = setTimeout(begin, isLasting ? PAUSES_MS.at(-1) : pause)
    restart.unref()
  }

  function hear(message: KeeperMessage | undefined): void {
    if (!message || isEnded) return
    if (message.kind === 'progress') {
      change({ phase: 'syncing', done: message.done, total: message.total })
      if (message.done > 0 && Math.abs(options.now() - toldIndexAt) >= INDEX_EVERY_MS) tellIndex()
    } else if (message.kind === 'report') {
      const problem = message.isBusy
        ? 'another backscroll is writing to the archive; this one goes on after it'
        : undefined
      change({ phase: 'watching', done: 0, total: 0, problem, syncedAt: formatIso(options.now()) })
      if (message.isChanged) tellIndex()
    } else if (message.kind === 'waiting') {
      change({ phase: 'watching', problem: message.problem })
    } else if (message.kind === 'failure') {
      isLasting = message.isLasting
      change({ phase: 'failed', problem: [message.message, message.hint].filter(text => text !== '').join('. ') })
    } else {
      waiting.get(message.number)?.(state)
      waiting.delete(message.number)
    }
  }

  function tellIndex(): void {
    toldIndexAt = options.now()
    listener.onIndex()
  }

  function settle(): void {
    for (const resolve of waiting.values()) resolve(state)
    waiting.clear()
  }

  begin()
  return {
    get state() {
      return state
    },
    sync() {
      if (isEnded) return Promise.resolve(state)
      if (!child) {
        clearTimeout(restart)
        begin()
      }
      const number = ++lastNumber
      return new Promise(resolve => {
        waiting.set(number, resolve)
        child?.stdin?.write(`sync ${number}\n`)
      })
    },
    async close() {
      isEnded = true
      clearTimeout(restart)
      const ending = child
      if (ending) await endProcess(ending)
      settle()
    },
  }
}

/** The end of its stdin asks it to end in good order; what does not listen is ended. */
function endProcess(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const hard = setTimeout(() => child.kill('SIGKILL'), END_MS)
    child.once('close', () => {
      clearTimeout(hard)
      resolve()
    })
    child.stdin?.end()
  })
}

function parseMessage(line: string): KeeperMessage | undefined {
  const message = asObject(parseObject(line))
  return asString(message?.kind) === undefined ? undefined : (message as unknown as KeeperMessage)
}

/** The last line that a process says is its reason; never a stack. */
function describeEnd(words: string): string {
  const lines = words.split('\n').filter(line => line.trim() !== '' && !/^\s+at /.test(line))
  const reason = head(lines[0] ?? '', 300)
  return `Nothing new is kept at the moment${reason === '' ? '' : `: ${reason}`}. It is tried again; \`backscroll sync\` tells more.`
}
