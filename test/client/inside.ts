/**
 * What runs inside the namespaces, for one version: `inside.ts DATA VERSION ONLY CLIENT…`. Its parent in there is a
 * shell that is process 1: when it ends, the kernel ends everything that is left.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CASES } from './cases/table.ts'
import { findWayOut } from './no-way-out.ts'
import { makeHome, makeProject } from './project.ts'
import { runCases } from './run-cases.ts'
import { ScriptedApi } from './scripted-api.ts'
import { makeScripts } from './scripts.ts'
import { runBackscroll, type World } from './world.ts'

const LIMIT_MINUTES = 25
const [data = '', version = '', only = '', ...client] = process.argv.slice(2)

// The pipe closes when whoever started this is gone, however it went.
process.stdin.on('end', () => process.exit(2)).resume()
setTimeout(() => {
  console.error(`Stopped: the cases were not over after ${LIMIT_MINUTES} minutes.`)
  process.exit(2)
}, LIMIT_MINUTES * 60_000).unref()
process.exit(await main())

async function main(): Promise<number> {
  const wayOut = await findWayOut()
  if (wayOut !== undefined) {
    console.error(`The client is not started: the namespace has a way out, ${wayOut}.`)
    return 2
  }
  const world = await makeWorld()
  const cases = CASES.filter(({ name }) => name.includes(only))
  const { passed, failed } = await runCases(world, cases, line => console.log(line))
  const requests = world.api.requests.map(request => `${JSON.stringify(request)}\n`)
  writeFileSync(join(data, 'requests.jsonl'), requests.join(''))
  console.log(`${version}: ${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

async function makeWorld(): Promise<World> {
  const [home, project, programs, temporary] = ['home', 'ferries', 'bin', 'tmp'].map(name => {
    mkdirSync(join(data, name), { recursive: true })
    return join(data, name)
  }) as [string, string, string, string]
  writeFileSync(join(programs, 'claude'), `#!/bin/bash\nexec ${client.join(' ')} "$@"\n`, { mode: 0o755 })
  makeProject(project)
  makeHome(home, project)
  const api = new ScriptedApi(makeScripts(project))
  const world = { version, client, data, home, project, programs, temporary, api, apiUrl: await api.start() }
  const { code, err } = await runBackscroll(world, ['install', '--yes', '--recall', 'prompt'])
  if (code !== 0) throw new Error(`backscroll install: ${err}`)
  return world
}
