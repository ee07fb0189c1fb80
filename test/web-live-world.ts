import { join } from 'node:path'
import { afterEach } from 'vitest'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import { createWorld } from '../src/surfaces/web/create-world.ts'
import type { PageEvent } from '../src/surfaces/web/event-hub.ts'
import type { WebOptions, World } from '../src/surfaces/web/world.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { ENTRY, REPOSITORY } from './cli-runner.ts'
import { machineAt } from './temp-tree.ts'

export interface OpenedWorld extends World {
  /** Everything that was told to all. */
  readonly told: readonly PageEvent[]
  close(): Promise<void>
}

const opened: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** The world of a machine whose home is this folder, with a real keeper. Closed after the test. */
export function openWorld(home: string, more: Partial<WebOptions> = {}): OpenedWorld {
  const told: PageEvent[] = []
  const world = createWorld({
    now: Date.now,
    zone: createZone('UTC') as Zone,
    home,
    keepDir: join(home, '.local', 'share', 'backscroll'),
    roots: machineAt(home),
    config: {},
    version: '0.0.0',
    packageDir: REPOSITORY,
    executable: [process.execPath, ENTRY],
    env: { PATH: process.env.PATH ?? '', HOME: home, TZ: 'UTC' },
    threads: 1,
    isDemo: false,
    commandName: 'backscroll',
    pricer: createPricer(PRICES),
    costOf: () => undefined,
    signal: new AbortController().signal,
    ...more,
  })
  world.events.listen(event => told.push(event), undefined)
  opened.push(world.close)
  return { ...world, told }
}

/** Until it is so; fails after `ms`. */
export async function until(isSo: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
