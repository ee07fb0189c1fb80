import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { makeKeepHome } from './keep-home.ts'

test('the overview keeps everything first, and offers once to make the client keep transcripts longer', async () => {
  const { home, config, keep, run } = makeKeepHome()
  expect((await run([])).err).not.toMatch(/cleanupPeriodDays/)
  expect(existsSync(join(keep, 'offers.json'))).toBe(false)
  if (!hasTerminal()) return
  const first = runInTerminal([], { home, input: 'y\n' })
  expect(first.code).toBe(0)
  expect(first.text).toMatch(/2 sessions in 1 project/)
  expect(first.text).toMatch(/Set cleanupPeriodDays to 3650 in ~\/\.claude\/settings\.json\? \[y\/N\]/)
  expect(readFileSync(join(config, 'settings.json'), 'utf8')).toBe('{\n  "cleanupPeriodDays": 3650\n}\n')
  expect(runInTerminal([], { home, input: 'y\n' }).text).not.toMatch(/\[y\/N\]/)
})
