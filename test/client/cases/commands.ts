import type { Case } from '../case.ts'
import { checkSession } from '../check-session.ts'
import { does } from '../client-changes.ts'
import { Terminal } from '../terminal.ts'
import { sayHello } from './terminal.ts'

/** Lines that begin with `/` or `!`. */
export const commandCases: readonly Case[] = [
  {
    name: 'terminal: a command from a file is a turn',
    async run(world) {
      const terminal = await Terminal.start(world)
      await sayHello(terminal, '/otter fish')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['command', 'fish']])
    },
  },
  {
    name: 'terminal: a skill called by its name is a turn',
    async run(world) {
      const terminal = await Terminal.start(world)
      await sayHello(terminal, '/feeding now')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['command', 'now']])
    },
  },
  {
    name: 'terminal: a prompt of an MCP server is a turn',
    async run(world) {
      const terminal = await Terminal.start(world)
      await sayHello(terminal, 'First of all [play hello]')
      await sayHello(terminal, '/mcp__toy__greet Bob', 2)
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'First of all'],
        ['command', 'Bob'],
      ])
    },
  },
  {
    name: 'terminal: commands that act locally are no turns',
    async run(world) {
      const terminal = await Terminal.start(world)
      await terminal.type('/context')
      await terminal.waitForText(/context usage/i)
      await terminal.waitUntilIdle()
      await sayHello(terminal, 'Between two commands [play hello]')
      await terminal.type('/rename Ferry tale')
      await terminal.waitForLine('the name', line => line.type === 'custom-title')
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [['typed', 'Between two commands']])
    },
  },
  {
    name: 'terminal: a line for the shell is a turn where the model answers it',
    async run(world) {
      const terminal = await Terminal.start(world)
      await sayHello(terminal, 'Before the shell [play hello]')
      await terminal.type('!echo FROM THE SHELL')
      // Where the model answers, nothing is scripted for it: any answer will do.
      await terminal.waitForLine('the output', line => JSON.stringify(line.message ?? '').includes('<bash-stdout>FROM'))
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Before the shell'],
        ...(does(world, 'shell lines are answered') ? ([['shell', 'echo FROM THE SHELL']] as const) : []),
      ])
    },
  },
  {
    name: 'terminal: a compaction opens no turn, and what follows one does',
    async run(world) {
      const terminal = await Terminal.start(world)
      await sayHello(terminal, 'Before the compaction [play hello]')
      await sayHello(terminal, 'Once more before it [play hello]', 2)
      await terminal.type('/compact')
      await terminal.waitForLine('the summary', line => line.isCompactSummary === true)
      await terminal.waitForText(/Compacted/)
      await sayHello(terminal, 'After the compaction [play hello]', 3)
      await terminal.leave()
      await checkSession(world, terminal.sessionId, [
        ['typed', 'Before the compaction'],
        ['typed', 'Once more before it'],
        ['typed', 'After the compaction'],
      ])
    },
  },
]
