import { spawn, spawnSync } from 'node:child_process'
import type { Config } from '../../config/settings.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type Output, OutputClosed } from './output.ts'

export interface Pager {
  readonly out: Output
  /** Ends the input and waits until the person has closed the pager. */
  close(): Promise<void>
}

/** The command line of the pager; undefined for none. */
export function choosePager(env: { readonly [name: string]: string | undefined }, config: Config): string | undefined {
  for (const choice of [env.BACKSCROLL_PAGER, config.pager, env.PAGER]) {
    if (choice === undefined) continue
    const command = choice.trim()
    return command === '' || command === 'none' || command === 'cat' ? undefined : command
  }
  return hasLess() ? DEFAULT_PAGER : undefined
}

// Quit if it fits one screen, pass colours on, leave the text on the screen.
const DEFAULT_PAGER = 'less -FRX'

function hasLess(): boolean {
  return spawnSync('less', ['--version'], { stdio: 'ignore' }).status === 0
}

/**
 * Through the shell, as every other program runs `$PAGER`. A shell that cannot start it says so only by its exit code:
 * then all that was written goes to `instead.out`, and one sentence to `instead.err`.
 */
export function openPager(
  command: string,
  env: { readonly [name: string]: string | undefined },
  instead: { readonly out: Output; readonly err: Output },
): Pager {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESSCHARSET: 'utf-8', ...env, LESS: env.LESS ?? 'FRX' },
  })
  /** All that was written, until it is sure that somebody reads it. */
  let kept: (string | Uint8Array)[] | undefined = []
  let writtenBytes = 0
  let state: 'running' | 'ended' | 'not-started' = 'running'
  const ended = new Promise<void>(resolve => {
    child.once('error', () => end(127))
    child.once('close', end)
    function end(code: number | null): void {
      if (state === 'running') state = kept && NOT_STARTED.has(code ?? 0) ? 'not-started' : 'ended'
      if (state === 'not-started') replay()
      resolve()
    }
  })
  // A pager that was quit closes the pipe: the exit code decides what that means.
  child.stdin.on('error', () => {})

  function replay(): void {
    const waiting = kept ?? []
    kept = undefined
    if (waiting.length === 0) return
    instead.err.line(
      `backscroll: the pager \`${sanitizeLine(command)}\` cannot be started: here is the text without it`,
    )
    for (const text of waiting) instead.out.write(text)
  }

  function write(text: string | Uint8Array): void {
    if (state === 'ended') throw new OutputClosed()
    if (state === 'not-started') {
      instead.out.write(text)
      return
    }
    kept?.push(text)
    if (!child.stdin.writable) return
    child.stdin.write(text)
    writtenBytes += Buffer.byteLength(text)
    if (writtenBytes - child.stdin.writableLength > MAX_PIPE_BYTES) kept = undefined
  }

  return {
    out: {
      write,
      line: (text = '') => write(`${text}\n`),
      lines(lines) {
        for (const line of lines) write(`${line}\n`)
      },
      async drained() {
        if (!child.stdin.writable) await ended
        else if (child.stdin.writableNeedDrain) {
          const drain = new Promise<void>(resolve => child.stdin.once('drain', resolve))
          await Promise.race([drain, ended])
        }
        if (state === 'not-started') await instead.out.drained()
      },
    },
    async close() {
      child.stdin.end()
      await ended
      if (state === 'not-started') await instead.out.drained()
    },
  }
}

/** Opened with the first word: a command that says nothing, or opens a screen of its own, needs no pager. */
export function openLater(open: () => Pager): Pager {
  let pager: Pager | undefined
  const out = (): Output => {
    pager ??= open()
    return pager.out
  }
  return {
    out: {
      write: text => out().write(text),
      line: text => out().line(text),
      lines: lines => out().lines(lines),
      drained: async () => await pager?.out.drained(),
    },
    close: async () => await pager?.close(),
  }
}

/** What a shell says of a command that is not there or may not be run. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127])
/** No pipe holds more: when this much has left, somebody has read. */
const MAX_PIPE_BYTES = 1024 * 1024
