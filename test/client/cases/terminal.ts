import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from '../case.ts'
import { checkSession } from '../check-session.ts'
import { does } from '../client-changes.ts'
import { Terminal } from '../terminal.ts'

/** Prompts that people type, and what they do while the model works. */
export const terminalCases: readonly Case[] = [
  {
    name: 'terminal: each typed prompt is a turn',
    async run(world) {
      const terminal = await Terminal.start(world)
      await sayHello(terminal, 'Say hello [play hello]')
      await sayHello(terminal, 'And once more [play hello]', 2)
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Say hello'],
        ['typed', 'And once more'],
      ])
    },
  },
  {
    name: 'terminal: a prompt typed while the model works is taken up without a turn of its own',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Be busy a while [play busy-queue]')
      await terminal.waitForText('go-on-queue')
      await terminal.type('QUEUED while you work')
      await terminal.waitForLine('the queued prompt', line => line.operation === 'enqueue')
      writeFileSync(join(world.project, 'go-on-queue'), '')
      await terminal.waitForText('The wait is over.')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['typed', 'Be busy a while']])
    },
  },
  {
    name: 'terminal: a queued prompt sent by Esc is a turn of its own',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Be busy for good [play busy-escape]')
      await terminal.waitForText('go-on-escape')
      await terminal.type('KEPT words [play hello]')
      await terminal.waitForLine('the queued prompt', line => line.operation === 'enqueue')
      terminal.press('Escape')
      await terminal.waitForStep('hello', 0)
      await terminal.waitForText('leaves at nine')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Be busy for good'],
        ['queued', 'KEPT words'],
      ])
    },
  },
  {
    name: 'terminal: an interrupted answer stays in its turn and is counted as far as it came',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Take your time [play held]')
      await terminal.waitForText('This takes a while')
      terminal.press('Escape')
      await terminal.waitForStep('held', 0, { state: 'cut' })
      await terminal.waitForText(/[Ii]nterrupted/)
      await sayHello(terminal, 'Now quickly [play hello]')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Take your time'],
        ['typed', 'Now quickly'],
      ])
    },
  },
  {
    name: 'terminal: a prompt that a hook blocks is no turn',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('BLOCKED words [play hello]')
      await terminal.waitForText('not today')
      if (does(world, 'blocked prompts come back')) await terminal.clear('BLOCKED words')
      await sayHello(terminal, 'Allowed words [play hello]')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['typed', 'Allowed words']])
    },
  },
  {
    name: 'terminal: the answer to a question is no turn',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Ask me [play ask]')
      await terminal.answer(/^Which ferry\?$/m, 'Enter')
      await terminal.waitForText('The choice is made.')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['typed', 'Ask me']])
    },
  },
]

/** Types a prompt that says `[play hello]`, and waits until the n-th such answer is there and the client at rest. */
export async function sayHello(terminal: Terminal, line: string, count = 1): Promise<void> {
  await terminal.type(line)
  await terminal.waitForStep('hello', 0, { count })
  await terminal.waitForText('leaves at nine')
  await terminal.waitUntilIdle()
}
