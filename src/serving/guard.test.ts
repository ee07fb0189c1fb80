import { describe, expect, test } from 'vitest'
import { createHostCheck, isLoopback } from './guard.ts'

function checkHosts(at: { host: string; port: number }, own: readonly string[], foreign: readonly string[]): void {
  const isOwn = createHostCheck(at)
  expect(own.filter(name => !isOwn(name))).toEqual([])
  expect(foreign.filter(isOwn)).toEqual([])
}

describe('the names a server answers to', () => {
  test('are those of this machine to itself', () => {
    const own = ['127.0.0.1:4870', 'localhost:4870', '[::1]:4870', 'LocalHost:4870']
    const foreign = [
      '192.168.1.5:4870',
      'box.local:4870',
      '127.0.0.1:4871',
      '127.0.0.1',
      '::1:4870',
      '[::1',
      ':4870',
      '',
    ]
    checkHosts({ host: '127.0.0.1', port: 4870 }, own, foreign)
    checkHosts({ host: '127.0.0.2', port: 4870 }, ['127.0.0.2:4870'], ['127.0.0.3:4870'])
  })
  test('are the one that was named, where other machines may connect', () => {
    checkHosts({ host: 'box.local', port: 80 }, ['box.local', 'BOX.LOCAL:80'], ['127.0.0.1', 'evil.example'])
    checkHosts({ host: 'fd00::5', port: 4870 }, ['[fd00::5]:4870'], ['fd00::5:4870', '127.0.0.1:4870'])
  })
  test('are all addresses in digits, where it listens at each: a foreign name is none', () => {
    const own = ['192.168.1.5:4870', '[fd00::5]:4870', 'localhost:4870', '127.0.0.1:4870']
    checkHosts({ host: '0.0.0.0', port: 4870 }, own, ['evil.example:4870', '1.2.3:4870', '192.168.1.5:80'])
    checkHosts({ host: '::', port: 4870 }, own, ['evil.example:4870'])
  })
})

test('only this machine reaches a loopback address', () => {
  expect(['127.0.0.1', '127.1.2.3', 'localhost', '::1'].filter(host => !isLoopback(host))).toEqual([])
  expect(['0.0.0.0', '::', '10.0.0.1', '127.evil.example', 'localhost.evil.example', ''].filter(isLoopback)).toEqual([])
})
