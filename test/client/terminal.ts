import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { StepOptions } from './scripted-api.ts'
import { waitFor } from './wait-for.ts'
import { environmentOf, readTranscript, type TranscriptLine, type World } from './world.ts'

/** The line that turns while the model works: a star, a word and three dots; newer versions also say how to stop. */
const BUSY = /^\s*[✢✳✶✻✽·*∗✺] \S+…|esc to interrupt/m
const LOOKS_BETWEEN_KEYS = 40
const SIZE = ['-x', '150', '-y', '50']

export interface StartOptions {
  /** The session to go on with; otherwise a new one. */
  readonly resume?: string
  readonly mode?: 'acceptEdits' | 'plan'
  /** Words to start in place of the client, for a session that is resumed. */
  readonly command?: readonly string[]
}

/** The client's terminal interface, in a tmux of its own. Whoever uses it waits for what is on the screen. */
export class Terminal {
  readonly sessionId: string
  private readonly world: World
  private readonly name = randomUUID()
  private lastScreen = ''
  private lastLine = ''

  private constructor(world: World, sessionId: string) {
    this.world = world
    this.sessionId = sessionId
  }

  /** Starts the client and waits until it takes input. */
  static async start(world: World, options: StartOptions = {}): Promise<Terminal> {
    const terminal = new Terminal(world, options.resume ?? randomUUID())
    const session = options.resume === undefined ? ['--session-id', terminal.sessionId] : ['--resume', options.resume]
    const words = options.command ?? [...world.client, ...session, '--permission-mode', options.mode ?? 'acceptEdits']
    const command = `exec ${words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')}`
    terminal.tmux(['new-session', '-d', '-s', terminal.name, ...SIZE, '-c', world.project, command])
    await terminal.waitForText(/❯|\n> |│ >/)
    return terminal
  }

  screen(): string {
    const { status, stdout } = this.tmux(['capture-pane', '-t', this.name, '-p'])
    if (status === 0) this.lastScreen = stdout.replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n')
    return this.lastScreen
  }

  async waitForText(wanted: string | RegExp): Promise<void> {
    await this.watch(`on the screen: ${wanted}`, () => (this.shows(wanted) ? true : undefined))
  }

  /** Types a line, and sends it once the client shows all of it: keys that come too fast are taken for a paste. */
  async type(line: string): Promise<void> {
    await this.put(line)
    this.press('Enter')
  }

  async put(line: string): Promise<void> {
    await this.watch('an input line that was sent', () => (this.isInInput(this.lastLine) ? undefined : true))
    this.tmux(['send-keys', '-t', this.name, '-l', '--', line])
    this.lastLine = line.replace(/^!/, '')
    await this.watch(`in the input line: ${line}`, () => (this.isInInput(this.lastLine) ? true : undefined))
  }

  /**
   * Answers a dialog with a key and waits until the dialog is gone. A dialog takes no key in its first moments, so that
   * what somebody is typing does not answer it: a key that did nothing is pressed again.
   */
  async answer(dialog: string | RegExp, key: string): Promise<void> {
    await this.waitForText(dialog)
    let looks = 0
    await this.watch(`the end of the dialog ${dialog}`, () => {
      if (!this.shows(dialog)) return true
      if (looks++ % LOOKS_BETWEEN_KEYS === 0) this.press(key)
      return undefined
    })
  }

  /** Waits until the n-th answer to this step of a script was sent. */
  async waitForStep(script: string, step: number, options: StepOptions = {}, limitMs?: number): Promise<void> {
    const isThere = (): true | undefined =>
      this.world.api.findStep(this.sessionId, script, step, options) ? true : undefined
    await this.watch(`step ${step} of script ${script}`, isThere, limitMs)
  }

  /** Waits for a line in the session's file. */
  async waitForLine(what: string, isIt: (line: TranscriptLine) => boolean): Promise<void> {
    await this.watch(what, () => (readTranscript(this.world, this.sessionId).some(isIt) ? true : undefined))
  }

  /** Waits until the client has done what it was asked and takes input again. */
  async waitUntilIdle(): Promise<void> {
    await this.watch('the client at rest', () => (BUSY.test(this.screen()) ? undefined : true))
  }

  /** Empties the input line, in which the client put this text. */
  async clear(text: string): Promise<void> {
    await this.watch(`in the input line: ${text}`, () => (this.isInInput(text) ? true : undefined))
    this.press('C-u')
    await this.watch('an empty input line', () => (this.isInInput(text) ? undefined : true))
  }

  press(...keys: readonly string[]): void {
    this.tmux(['send-keys', '-t', this.name, ...keys])
  }

  /** Leaves the client as a person does, and waits until it is gone. */
  async leave(): Promise<void> {
    await this.waitUntilIdle()
    await this.type('/exit')
    await this.watch('the end of the client', () =>
      this.tmux(['has-session', '-t', this.name]).status === 0 ? undefined : true,
    )
  }

  /** The input is the last line that begins with the sign for it, which is another for the shell. */
  private isInInput(text: string): boolean {
    const lines = this.screen().split('\n')
    return text !== '' && (lines.findLast(line => /^[❯!]/.test(line))?.includes(text) ?? false)
  }

  private shows(wanted: string | RegExp): boolean {
    const screen = this.screen()
    return typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen)
  }

  /** Waits, and shows the screen with what did not come. */
  private async watch(what: string, look: () => true | undefined, limitMs?: number): Promise<void> {
    try {
      await waitFor(what, look, limitMs)
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${this.screen()}`)
    }
  }

  private tmux(args: readonly string[]) {
    const socket = join(this.world.temporary, 'tmux')
    return spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      env: environmentOf(this.world),
      encoding: 'utf8',
    })
  }
}
