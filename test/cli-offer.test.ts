import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTerminal } from './in-terminal.ts'
import { makeKeepHome } from './keep-home.ts'
import { openScreenDriver } from './screen-driver.ts'

test('the overview keeps everything first, and offers once to make the client keep transcripts longer', async () => {
  const { home, config, keep, run } = makeKeepHome()
  expect((await run([])).err).not.toMatch(/cleanupPeriodDays/)
  expect(existsSync(join(keep, 'offers.json'))).toBe(false)
  if (!hasTerminal()) return
  const first = openScreenDriver([], { home })
  await first.until(/Set cleanupPeriodDays to 3650 in ~\/\.claude\/settings\.json\? \[y\/N\]/)
  first.type('y\n')
  expect(await first.until(/Type to search/)).toMatch(/2 sessions in 1 project/)
  first.type('\x04')
  expect(await first.ended).toBe(0)
  expect(readFileSync(join(config, 'settings.json'), 'utf8')).toBe('{\n  "cleanupPeriodDays": 3650\n}\n')
  const second = openScreenDriver([], { home })
  await second.until(/Type to search/)
  expect(second.raw()).not.toMatch(/\[y\/N\]/)
  second.type('\x04')
  expect(await second.ended).toBe(0)
})
