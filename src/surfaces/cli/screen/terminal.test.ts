import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Key } from './keys.ts'
import { openTerminal, type TerminalHost } from './terminal.ts'

const LEFT = /\x1b\[\?25h\x1b\[\?1049l$/

/** A terminal that remembers what was done to it. */
function makeHost() {
  const input = Object.assign(new EventEmitter(), {
    isRaw: false,
    isReading: false,
    setRawMode(isRaw: boolean) {
      input.isRaw = isRaw
      return input
    },
    resume: () => (input.isReading = true),
    pause: () => (input.isReading = false),
    ref: () => {},
    unref: () => {},
  })
  const output = Object.assign(new EventEmitter(), {
    columns: 80,
    rows: 24,
    text: '',
    write(text: string) {
      output.text += text
      return true
    },
  })
  const kills: unknown[] = []
  const process = Object.assign(new EventEmitter(), {
    platform: 'linux',
    kill: (...args: unknown[]) => kills.push(args),
  })
  const keys: Key[] = []
  const drawn = { count: 0 }
  const terminal = openTerminal({ input, output, process } as unknown as TerminalHost, {
    onKey: key => keys.push(key),
    onResize: () => drawn.count++,
    onEnd: () => {},
  })
  return { input, output, process, kills, keys, drawn, terminal }
}

describe('the terminal', () => {
  test('is taken raw, on its other screen, and given back when the process ends', () => {
    const { input, output, process } = makeHost()
    expect(output.text).toMatch(/^\x1b\[\?1049h/)
    expect(input).toMatchObject({ isRaw: true, isReading: true })
    process.emit('exit')
    expect(output.text).toMatch(LEFT)
    expect(input).toMatchObject({ isRaw: false, isReading: false })
  })
  test('is given back once, and nothing listens any more', () => {
    const { input, output, process, terminal } = makeHost()
    terminal.close()
    const { text } = output
    terminal.close()
    process.emit('exit')
    expect(output.text).toBe(text)
    for (const emitter of [input, output, process]) {
      expect(emitter.eventNames().filter(name => emitter.listenerCount(name) > 0)).toEqual([])
    }
  })
  test('gets only the lines that changed', () => {
    const { output, terminal } = makeHost()
    terminal.draw({ lines: ['one', 'two'], cursor: undefined })
    output.text = ''
    terminal.draw({ lines: ['one', 'too'], cursor: { row: 0, column: 2 } })
    expect(output.text).toBe('\x1b[?2026h\x1b[?25l\x1b[2;1H\x1b[Ktoo\x1b[1;3H\x1b[?25h\x1b[?2026l')
  })
  test('gets all of them after it was in other hands', async () => {
    const { input, output, drawn, terminal } = makeHost()
    terminal.draw({ lines: ['one'], cursor: undefined })
    const result = await terminal.lend(async () => input.isRaw, { leavesScreen: true })
    expect(result).toBe(false)
    expect(input.isRaw).toBe(true)
    expect(drawn.count).toBe(1)
    output.text = ''
    terminal.draw({ lines: ['one'], cursor: undefined })
    expect(output.text).toContain('one')
  })
  test('is taken back also where the other program fails', async () => {
    const { input, terminal } = makeHost()
    await expect(terminal.lend(() => Promise.reject(new Error('no')), { leavesScreen: false })).rejects.toThrow('no')
    expect(input.isRaw).toBe(true)
  })
  test('takes Escape for a key when nothing follows', async () => {
    const { input, keys } = makeHost()
    input.emit('data', Buffer.from('\x1b'))
    expect(keys).toEqual([])
    await expect.poll(() => keys).toEqual([{ kind: 'press', name: 'escape' }])
  })
  test('is left while the process is stopped, and drawn again after', async () => {
    const { input, output, process, kills, drawn, terminal } = makeHost()
    terminal.suspend()
    expect(kills).toEqual([[0, 'SIGTSTP']])
    expect(output.text).toMatch(LEFT)
    expect(input.isRaw).toBe(false)
    process.emit('SIGCONT')
    expect(input.isRaw).toBe(true)
    expect(drawn.count).toBe(1)
    terminal.close()
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(input.isRaw).toBe(false)
    expect(process.listenerCount('SIGTSTP')).toBe(0)
  })
})
