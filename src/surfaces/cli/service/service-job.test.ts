import { describe, expect, test } from 'vitest'
import { buildServiceJob } from './service-job.ts'

describe('the job of a service', () => {
  const app = {
    env: {},
    cwd: '/work',
    executable: ['/usr/bin/node', '/usr/lib/backscroll.js'],
    roots: { home: '/home/a', platform: 'linux', variables: {}, workingFolder: '/work' },
    isDemo: false,
  }
  test('is the watch of this program', () => {
    expect(buildServiceJob(app)).toEqual({ command: ['/usr/bin/node', '/usr/lib/backscroll.js', 'watch'], env: {} })
  })
  test('carries over what decides where things are, as absolute paths', () => {
    const env = {
      BACKSCROLL_HOME: 'keep',
      CLAUDE_CONFIG_DIR: '~/.claude, other',
      XDG_DATA_HOME: '/x',
      PATH: '/bin',
      EMPTY: '',
    }
    expect(buildServiceJob({ ...app, env }).env).toEqual({
      BACKSCROLL_HOME: '/work/keep',
      CLAUDE_CONFIG_DIR: '~/.claude,/work/other',
      XDG_DATA_HOME: '/x',
    })
  })
  test('watches the roots that were named with --root, and not those of the settings, which it reads itself', () => {
    const named = { ...app.roots, override: ['a b', '/c'] }
    const commandOf = (overrideBy: '--root' | 'roots') =>
      buildServiceJob({ ...app, roots: { ...named, overrideBy } }).command.slice(2)
    expect(commandOf('--root')).toEqual(['--root', '/work/a b', '--root', '/c', 'watch'])
    expect(commandOf('roots')).toEqual(['watch'])
  })
  test('is refused for the demo set and for a cache that may be emptied', () => {
    expect(() => buildServiceJob({ ...app, isDemo: true })).toThrow(/demo set/)
    expect(() => buildServiceJob({ ...app, executable: ['/n', '/home/a/.npm/_npx/12/x.js'] })).toThrow(/npx/)
  })
})
