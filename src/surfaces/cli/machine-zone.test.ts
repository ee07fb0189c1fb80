import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../../test/temp-tree.ts'
import { machineZoneName } from './machine-zone.ts'

function nameOf(tz: string | undefined, target?: string, platform = 'linux'): string | undefined {
  const link = join(makeTree({}), 'localtime')
  if (target !== undefined) symlinkSync(target, link)
  return machineZoneName({ env: { TZ: tz }, platform }, link)
}

test('the zone is what TZ names, else what the system links to', () => {
  expect(nameOf('Europe/Berlin', '/usr/share/zoneinfo/Asia/Tokyo')).toBe('Europe/Berlin')
  expect(nameOf(':America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos_Aires')
  expect(nameOf(undefined, '../usr/share/zoneinfo/Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(nameOf('', '/var/db/timezone/zoneinfo/Europe/Paris', 'darwin')).toBe('Europe/Paris')
  expect([nameOf('Etc/UTC'), nameOf(undefined, '/usr/share/zoneinfo/Etc/UTC')]).toEqual(['UTC', 'UTC'])
})

test('what only Intl can name is left to it', () => {
  const unknown = [
    nameOf('EST5EDT'),
    nameOf('<+03>-3'),
    nameOf('Etc/GMT+5'),
    nameOf(undefined),
    nameOf('', 'x', 'win32'),
  ]
  expect(unknown).toEqual(unknown.map(() => undefined))
})
