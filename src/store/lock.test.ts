import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { isLocked, takeLock, tryLock } from './lock.ts'

const LOCK = new URL('./lock.ts', import.meta.url).href

function tempLockPath(): string {
  return join(makeTree({}), 'keep', 'lock.db')
}

/** Another process that takes the lock, says so, and holds it until it is told to go or is killed. */
async function holdElsewhere(path: string) {
  const script = `
    const { tryLock } = await import('${LOCK}')
    const lock = tryLock(${JSON.stringify(path)})
    console.log(lock ? 'held' : 'busy')
    process.stdin.on('data', () => { lock?.release(); console.log('released') }).on('end', () => process.exit())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const hear = async () => String((await once(child.stdout, 'data'))[0]).trim()
  return { child, hear, said: await hear() }
}

test('one process has the lock, also towards itself, until it lets go', async () => {
  const path = tempLockPath()
  const lock = tryLock(path)
  expect(lock).toBeDefined()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(tryLock(path)).toBeUndefined()
  const { child, said } = await holdElsewhere(path)
  expect(said).toBe('busy')
  child.kill()
  lock?.release()
  lock?.release()
  const second = tryLock(path)
  expect(second).toBeDefined()
  second?.release()
})

test('a process that is killed leaves no lock behind', async () => {
  const path = tempLockPath()
  const { child, said } = await holdElsewhere(path)
  expect(said).toBe('held')
  expect(tryLock(path)).toBeUndefined()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(tryLock(path)).toBeDefined()
})

test('waits for another process, says so once, and gets the lock when that is done', async () => {
  const path = tempLockPath()
  const { child, hear } = await holdElsewhere(path)
  let waits = 0
  const onWait = () => {
    waits++
    setTimeout(() => child.stdin.write('go\n'), 80)
  }
  const [lock, answer] = await Promise.all([takeLock(path, { waitMs: 20_000, onWait }), hear()])
  expect(answer).toBe('released')
  expect(lock).toBeDefined()
  expect(waits).toBe(1)
  lock?.release()
  child.kill()
})

test('gives up when the time is over, at once without any, and when it is told to', async () => {
  const path = tempLockPath()
  const lock = tryLock(path)
  const onWait = () => {
    throw new Error('must not wait')
  }
  expect(await takeLock(path, { waitMs: 0, onWait })).toBeUndefined()
  expect(await takeLock(path, { waitMs: 60 })).toBeUndefined()
  const stop = new AbortController()
  const waiting = takeLock(path, { waitMs: 60_000, signal: stop.signal })
  stop.abort()
  expect(await waiting).toBeUndefined()
  lock?.release()
})

test('says what is wrong where there cannot be a lock', () => {
  const folder = makeTree({ 'lock.db': 'this is no lock but a long text '.repeat(200), file: '' })
  const expected = { name: 'UserError', code: 'lock-unusable' }
  expect(() => tryLock(join(folder, 'lock.db'))).toThrow(expect.objectContaining(expected))
  expect(() => tryLock(join(folder, 'file', 'lock.db'))).toThrow(expect.objectContaining(expected))
})

test('whether somebody has it can be asked without making or taking it', async () => {
  const path = tempLockPath()
  expect(isLocked(path)).toBe(false)
  expect(existsSync(dirname(path))).toBe(false)
  const { child, said } = await holdElsewhere(path)
  expect(said).toBe('held')
  expect(isLocked(path)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isLocked(path)).toBe(false)
  // Also by this process itself; asking does not let go of it.
  const lock = tryLock(path)
  expect([isLocked(path), isLocked(path)]).toEqual([true, true])
  const other = await holdElsewhere(path)
  expect(other.said).toBe('busy')
  other.child.kill()
  lock?.release()
  expect(isLocked(path)).toBe(false)
  const second = tryLock(path)
  expect(second).toBeDefined()
  second?.release()
  expect(readdirSync(dirname(path))).toEqual(['lock.db'])
})

test('what is no lock is held by nobody', () => {
  const folder = makeTree({ 'lock.db': 'this is no lock but a long text '.repeat(200), 'folder/x': '' })
  expect(isLocked(join(folder, 'lock.db'))).toBe(false)
  expect(isLocked(join(folder, 'folder'))).toBe(false)
})
