import { expect, it } from 'vitest'
import { findObstacle } from './require-machine.ts'
import { isAtLeast } from './versions.ts'

it('says in one sentence why the client cannot be run, and what to do', () => {
  const machine = { platform: 'linux', userId: 0, path: '' }
  expect(findObstacle({ ...machine, platform: 'darwin' })).toMatch(/darwin.*use Linux/)
  expect(findObstacle({ ...machine, userId: 1000 })).toMatch(/run this as root/)
  expect(findObstacle(machine)).toBe(
    'Not on the PATH: unshare, mount, ip, tmux, git, bash, npm. On Debian: apt-get install util-linux iproute2 tmux git bash npm',
  )
})

it('compares versions by their numbers', () => {
  expect(isAtLeast('2.1.327', '2.1.50')).toBe(true)
  expect(isAtLeast('2.1.50', '2.1.50')).toBe(true)
  expect(isAtLeast('2.0.77', '2.1.50')).toBe(false)
})
