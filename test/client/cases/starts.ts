import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from '../case.ts'
import { checkSession } from '../check-session.ts'
import { Terminal } from '../terminal.ts'
import { waitFor } from '../wait-for.ts'
import type { World } from '../world.ts'
import { print } from './print.ts'
import { sayHello } from './terminal.ts'

/** A clock that counts minutes, and the minute it may just have missed. */
const MINUTES_MS = 150_000

/** What sets the model to work without a prompt of its own, and what leads from one session to the next. */
export const startCases: readonly Case[] = [
  {
    name: 'terminal: a plan accepted in place opens no turn',
    async run(world) {
      const terminal = await Terminal.start(world, { mode: 'plan' })
      await terminal.type('Plan in place [play plan]')
      await terminal.waitForText('manually approve edits')
      await terminal.answer('Would you like to proceed?', findChoice(terminal.screen(), /Yes, manually approve edits/))
      await terminal.waitForText('The pier is painted.')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['typed', 'Plan in place']])
    },
  },
  {
    name: 'terminal: a plan accepted with cleared context is the first turn of a new session',
    async run(world) {
      const terminal = await Terminal.start(world, { mode: 'plan' })
      await terminal.type('Plan afresh [play plan]')
      await terminal.waitForText(/clear context/)
      await terminal.answer('Would you like to proceed?', findChoice(terminal.screen(), /Yes, clear context/))
      await terminal.waitForText('The pier is painted afresh.')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['typed', 'Plan afresh']])
      await checkSession(world, await findSession(world, 'paint'), [['plan', 'Paint the pier']])
    },
  },
  {
    name: 'terminal: what ran in the background wakes the model in a turn of its own',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Work in the background [play background-terminal]')
      await terminal.waitForText('It runs in the background.')
      await terminal.waitUntilIdle()
      writeFileSync(join(world.project, 'go-on-terminal'), '')
      await terminal.waitForText('The background task is done.')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Work in the background'],
        ['notification', 'task-notification'],
      ])
    },
  },
  {
    name: 'terminal: a message of an agent is a turn, and so is the news of its end',
    since: { version: '2.1.250', lacks: 'agents that write to the main conversation' },
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Let an agent talk [play talk]')
      await terminal.waitForText('The agent has spoken.')
      writeFileSync(join(world.project, 'go-on-talker'), '')
      await terminal.waitForText('The agent is back.')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Let an agent talk'],
        ['teammate', 'The pier is wet'],
        ['notification', 'task-notification'],
      ])
    },
  },
  {
    name: 'terminal: a scheduled prompt is a turn',
    when: 'clock',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Set a bell [play cron]')
      await terminal.waitForStep('hello', 0, {}, MINUTES_MS)
      await terminal.waitForText('leaves at nine')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Set a bell'],
        ['scheduled', 'Ring the bell'],
      ])
    },
  },
  {
    name: 'terminal: a wake-up is a turn',
    since: { version: '2.1.327', lacks: 'wake-ups by these arguments' },
    when: 'clock',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('Set an alarm [play wakeup]')
      await terminal.waitForStep('hello', 0, {}, MINUTES_MS)
      await terminal.waitForText('leaves at nine')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Set an alarm'],
        ['scheduled', 'Wake up'],
      ])
    },
  },
  {
    name: 'terminal: a session of print mode that is resumed goes on with the next turn',
    async run(world) {
      const id = await print(world, 'Begun by a program [play hello]')
      const terminal = await Terminal.start(world, { resume: id })
      await sayHello(terminal, 'Taken over by hand [play hello]', 2)
      await terminal.leave()
      await checkSession(world, id, [
        ['program', 'Begun by a program'],
        ['typed', 'Taken over by hand'],
      ])
    },
  },
  {
    name: 'terminal: a prompt that was taken back stays a turn, and the one in its place is the next',
    async run(world) {
      const terminal = await Terminal.start(world)
      await sayHello(terminal, 'The first one [play hello]')
      await sayHello(terminal, 'A regretted one [play hello]', 2)
      await terminal.type('/rewind')
      await terminal.answer(/❯ \(current\)/, 'Up')
      await terminal.answer('Restore the code', 'Enter')
      await terminal.answer('1. Restore conversation', 'Enter')
      await terminal.clear('A regretted one')
      await sayHello(terminal, 'The better one [play hello]', 3)
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'The first one'],
        ['typed', 'A regretted one'],
        ['typed', 'The better one'],
      ])
    },
  },
]

/** The key of the choice that says this, in a dialog whose choices are numbered. */
function findChoice(screen: string, wanted: RegExp): string {
  const line = screen.split('\n').find(text => wanted.test(text))
  return line?.match(/(\d)\. /)?.[1] ?? 'Enter'
}

/** The session in which this script was played, and no other. */
async function findSession(world: World, script: string): Promise<string> {
  return waitFor(
    `a session that plays ${script}`,
    () => world.api.requests.find(one => one.script === script)?.sessionId,
  )
}
