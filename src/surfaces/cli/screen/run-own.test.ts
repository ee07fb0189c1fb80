import { describe, expect, test } from 'vitest'
import { machineAt } from '../../../../test/temp-tree.ts'
import { chooseReading, runOwn, sameTranscripts } from './run-own.ts'

describe('another command of ours', () => {
  test('is about the same transcripts', () => {
    const named = machineAt('/home/dev', { override: ['/mnt/old', '/mnt/older'], overrideBy: '--root' })
    expect(sameTranscripts({ roots: named, isDemo: false, color: true })).toEqual([
      '--root',
      '/mnt/old',
      '--root',
      '/mnt/older',
    ])
    const set = machineAt('/home/dev', { override: ['/tmp/demo'], overrideBy: 'roots' })
    expect(sameTranscripts({ roots: set, isDemo: true, color: false })).toEqual(['--root', '/tmp/demo', '--no-color'])
    expect(sameTranscripts({ roots: set, isDemo: false, color: true })).toEqual([])
  })
  test('hands on its exit code, and ctrl-c is its own while it runs', async () => {
    const listeners = process.listeners('SIGINT')
    const app = {
      executable: [
        process.execPath,
        '-e',
        'process.kill(process.ppid, "SIGINT"); setTimeout(() => process.exit(5), 50)',
      ],
      env: process.env,
      cwd: process.cwd(),
      roots: machineAt('/home/dev'),
      isDemo: false,
      color: true,
      signal: new AbortController().signal,
    }
    expect(await runOwn(app, [])).toBe(5)
    expect(process.listeners('SIGINT')).toEqual(listeners)
  })
  test('ends when the screen is told to end', async () => {
    const stop = new AbortController()
    const app = {
      executable: [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'],
      env: process.env,
      cwd: process.cwd(),
      roots: machineAt('/home/dev'),
      isDemo: false,
      color: true,
      signal: stop.signal,
    }
    setTimeout(() => stop.abort(), 50)
    expect(await runOwn(app, [])).toBe(143)
  })
})

describe('a session is read', () => {
  test('in less, which waits for the person even where all of it fits', () => {
    expect(chooseReading({ env: { PAGER: '/usr/bin/less -FRX' }, config: {} })).toEqual({
      env: { BACKSCROLL_PAGER: '/usr/bin/less -FRX -R -+F -+X' },
      isWaiting: true,
    })
  })
  test('in another pager or none as it is, and the screen waits', () => {
    for (const pager of ['more', 'cat', 'lesser']) {
      expect(chooseReading({ env: { PAGER: pager }, config: {} })).toEqual({ env: {}, isWaiting: false })
    }
  })
})
