import type { ReadStream, WriteStream } from 'node:tty'
import type { Frame } from './draw.ts'
import { createKeyReader, type Key } from './keys.ts'
import type { Size } from './state.ts'

/** The terminal while the screen has it. */
export interface Terminal {
  size(): Size
  draw(frame: Frame): void
  /** Codes that draw nothing, such as those for the clipboard. */
  send(codes: string): void
  /** Lets another program have the terminal until `work` is done. */
  lend<Result>(work: () => Promise<Result>, options: { readonly leavesScreen: boolean }): Promise<Result>
  /** While lent: waits for any key below what another program left behind. */
  waitForKey(invitation: string): Promise<void>
  /** Stops the process as ctrl-z does elsewhere; comes back when the shell says so. */
  suspend(): void
  /** Gives it back as it was found. */
  close(): void
}

export interface TerminalHost {
  readonly input: Pick<ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause' | 'ref' | 'unref'>
  readonly output: Pick<WriteStream, 'write' | 'on' | 'off' | 'columns' | 'rows'>
  readonly process: Pick<NodeJS.Process, 'on' | 'off' | 'kill' | 'platform'>
}

export interface TerminalEvents {
  onKey(key: Key): void
  /** The size changed, or the screen was in other hands: draw it again. */
  onResize(): void
  /** Nobody is there any more. */
  onEnd(): void
}

// The other screen, lines that are not wrapped (widths of rare characters are disputed), pastes with marks around them.
const ENTER = '\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[2J'
const LEAVE = '\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l'
/** The same, but the screen stays until the other program draws its own: what that may have to say goes to its end. */
const LEND = '\x1b[0m\x1b[?2004l\x1b[?7h\x1b[999;1H\x1b[?25h'
// Terminals that know it show a frame at once; the others ignore it.
const FRAME_BEGIN = '\x1b[?2026h\x1b[?25l'
const FRAME_END = '\x1b[?2026l'

const DEFAULT_SIZE: Size = { columns: 80, rows: 24 }
/** A process that could not be stopped draws its screen again. */
const STOP_MS = 50

/** Takes the terminal, and gives it back however the process ends. */
export function openTerminal({ input, output, process }: TerminalHost, events: TerminalEvents): Terminal {
  const reader = createKeyReader()
  let timer: NodeJS.Timeout | undefined
  let isHeld = false
  let shown: readonly string[] = []
  let takeKey: ((key: Key) => void) | undefined

  function emit(keys: readonly Key[]): void {
    for (const key of keys) {
      if (takeKey) takeKey(key)
      else if (isHeld) events.onKey(key)
    }
  }

  function onData(bytes: Uint8Array): void {
    clearTimeout(timer)
    emit(reader.push(bytes))
    if (reader.waitMs !== undefined) timer = setTimeout(() => emit(reader.flush()), reader.waitMs)
  }

  function onResize(): void {
    shown = []
    if (isHeld) events.onResize()
  }

  function listen(): void {
    input.setRawMode(true)
    input.on('data', onData)
    input.ref()
    input.resume()
  }

  function ignore(): void {
    clearTimeout(timer)
    input.off('data', onData)
    input.pause()
    // An open stdin keeps the process from ending.
    input.unref()
    input.setRawMode(false)
  }

  function take(): void {
    isHeld = true
    shown = []
    output.write(ENTER)
    listen()
  }

  function give(codes: string): void {
    if (!isHeld) return
    isHeld = false
    ignore()
    output.write(codes)
  }

  /** After a stop: the shell has set the terminal up for itself. */
  function onContinue(): void {
    if (isClosed) return
    if (!isHeld) take()
    else {
      input.setRawMode(true)
      output.write(ENTER)
    }
    onResize()
  }

  function suspend(): void {
    if (process.platform === 'win32' || !isHeld) return
    give(LEAVE)
    process.off('SIGTSTP', suspend)
    // All of the group: whoever started us (npm) must stop too, or the shell goes on waiting.
    process.kill(0, 'SIGTSTP')
    setTimeout(() => {
      if (isClosed) return
      process.on('SIGTSTP', suspend)
      if (!isHeld) onContinue()
    }, STOP_MS)
  }

  const restore = (): void => give(LEAVE)
  let isClosed = false
  const signals =
    process.platform === 'win32'
      ? []
      : ([
          ['SIGTSTP', suspend],
          ['SIGCONT', onContinue],
        ] as const)
  process.on('exit', restore)
  for (const [name, act] of signals) process.on(name, act)
  output.on('resize', onResize)
  input.on('end', events.onEnd)
  take()

  return {
    size: () => ({ columns: output.columns || DEFAULT_SIZE.columns, rows: output.rows || DEFAULT_SIZE.rows }),
    draw(frame) {
      if (!isHeld) return
      output.write(FRAME_BEGIN + changedLines(shown, frame.lines) + cursorOf(frame) + FRAME_END)
      shown = frame.lines
    },
    send: codes => {
      output.write(codes)
    },
    async lend(work, { leavesScreen }) {
      give(leavesScreen ? LEAVE : LEND)
      // Ours alone: the program that has the terminal stops and goes on by itself.
      for (const [name, act] of signals) process.off(name, act)
      try {
        return await work()
      } finally {
        for (const [name, act] of signals) process.on(name, act)
        if (!isClosed) {
          take()
          events.onResize()
        }
      }
    },
    async waitForKey(invitation) {
      output.write(`\r\n${invitation}`)
      listen()
      await new Promise<void>(resolve => {
        takeKey = () => resolve()
      })
      takeKey = undefined
      ignore()
    },
    suspend,
    close() {
      isClosed = true
      give(LEAVE)
      process.off('exit', restore)
      for (const [name, act] of signals) process.off(name, act)
      output.off('resize', onResize)
      input.off('end', events.onEnd)
    },
  }
}

/** Only what is new is written. A line is cleared before it: after a line that is full, its last column would go too. */
function changedLines(before: readonly string[], lines: readonly string[]): string {
  return lines.map((line, at) => (line === before[at] ? '' : `\x1b[${at + 1};1H\x1b[K${line}`)).join('')
}

function cursorOf({ cursor }: Frame): string {
  return cursor ? `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h` : ''
}
