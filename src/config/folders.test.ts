import { expect, test } from 'vitest'
import { configPath, keepFolder } from './folders.ts'

function checkPlaces(
  platform: string,
  env: { [name: string]: string },
  expected: { config: string; keep: string },
): void {
  const machine = { platform, home: '/home/ada', env }
  expect({ config: configPath(machine), keep: keepFolder(machine) }).toEqual(expected)
}

test('Linux follows XDG', () => {
  checkPlaces(
    'linux',
    {},
    { config: '/home/ada/.config/backscroll/config.json', keep: '/home/ada/.local/share/backscroll' },
  )
  checkPlaces(
    'linux',
    { XDG_CONFIG_HOME: '/x', XDG_DATA_HOME: '/y' },
    { config: '/x/backscroll/config.json', keep: '/y/backscroll' },
  )
})
test('a relative XDG folder is ignored', () => {
  checkPlaces(
    'linux',
    { XDG_CONFIG_HOME: 'x', BACKSCROLL_HOME: '/keep' },
    { config: '/home/ada/.config/backscroll/config.json', keep: '/keep' },
  )
})
test('macOS and Windows have their own folders', () => {
  checkPlaces(
    'darwin',
    {},
    {
      config: '/home/ada/Library/Application Support/backscroll/config.json',
      keep: '/home/ada/Library/Application Support/backscroll',
    },
  )
  checkPlaces(
    'win32',
    { APPDATA: '/app', LOCALAPPDATA: '/local' },
    { config: '/app/backscroll/config.json', keep: '/local/backscroll' },
  )
})
