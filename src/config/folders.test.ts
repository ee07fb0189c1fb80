import { expect, test } from 'vitest'
import { configPath, keepFolder } from './folders.ts'

function checkPlaces(
  platform: string,
  env: { [name: string]: string },
  expected: { config: string; keep: string },
): void {
  const machine = { platform, home: '/home/ada', env, cwd: '/work/app' }
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
test('a folder that is named by hand is absolute, wherever it is looked at from', () => {
  const keepOf = (BACKSCROLL_HOME: string) =>
    keepFolder({ platform: 'linux', home: '/home/ada', env: { BACKSCROLL_HOME }, cwd: '/work/app' })
  expect(keepOf('/keep/')).toBe('/keep/')
  expect(keepOf('~')).toBe('/home/ada')
  expect(keepOf('~/keep')).toBe('/home/ada/keep')
  expect(keepOf('~keep')).toBe('/work/app/~keep')
  expect(keepOf('../keep')).toBe('/work/keep')
})
