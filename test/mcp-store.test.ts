import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { tryLock } from '../src/store/lock.ts'
import { connect } from '../src/store/open.ts'
import { openStoreForWriting, removeStore } from '../src/store/open-store.ts'
import { storeError } from '../src/store/store-error.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { syncAll } from './keep-tree.ts'
import { stopEarly } from './keep-world.ts'
import { makeTool } from './mcp-client.ts'
import { type McpHome, startMcp } from './mcp-home.ts'
import { machineAt, ONE, TWO } from './temp-tree.ts'

/** How many sessions the index has. */
const count = makeTool('count', async (world, { signal }) => ({
  head: await world.ask(({ store }) => `sessions: ${store.get('SELECT count(*) AS n FROM sessions')?.n}`, signal),
}))

/** A clock that runs ten times as fast: waiting for an index takes a third of a second. */
const hurried = { now: () => Date.now() * 10 }

function start(home: KeepHome, more = {}) {
  return startMcp({ home, tools: [count], more: { ...hurried, ...more } })
}

const INDEX = 'index.db'
const BEING_MADE = /^the index of earlier sessions is being made .*ask again in a minute.*`backscroll sync`/

/** What is said while nobody is at work, and while somebody is. */
async function checkMaking(mcp: McpHome, home: KeepHome, leftAlone: string): Promise<void> {
  const { text, isError } = await mcp.call('count')
  expect({ isError, isSaid: text.startsWith(`the index of earlier sessions ${leftAlone}. `) }, text).toEqual({
    isError: true,
    isSaid: true,
  })
  expect(text).toMatch(/tell the person that `backscroll sync` makes it/)
  const lock = tryLock(join(home.keep, 'lock.db'))
  expect(await mcp.call('count')).toEqual({ isError: true, text: expect.stringMatching(BEING_MADE) })
  lock?.release()
}

describe('a store', () => {
  test('that is not there yet: says so at once, and how it is made; then it is asked', async () => {
    const home = makeKeepHome()
    const mcp = await start(home)
    expect(await mcp.call('count')).toEqual({
      isError: true,
      text: expect.stringMatching(/^nothing is kept on this machine yet.*`backscroll sync`/),
    })
    expect((await home.run(['sync'])).code).toBe(0)
    expect((await mcp.call('count')).text).toContain('sessions: 2')
  })

  test('that somebody writes to is read as it was', async () => {
    const home = await makeKept()
    const mcp = await start(home)
    const lock = tryLock(join(home.keep, 'lock.db'))
    const writer = openStoreForWriting(join(home.keep, INDEX))
    writer.begin()
    writer.run('DELETE FROM sessions')
    expect((await mcp.call('count')).text).toContain('sessions: 2')
    writer.rollback()
    writer.close()
    lock?.release()
  })

  test('that is half made is waited for, not for long, and asked when it is done', async () => {
    const home = await makeKept()
    const lock = tryLock(join(home.keep, 'lock.db'))
    removeStore(join(home.keep, INDEX))
    openStoreForWriting(join(home.keep, INDEX)).close()
    const quick = await start(home)
    expect(await quick.call('count')).toEqual({
      isError: true,
      text: expect.stringMatching(BEING_MADE),
    })
    lock?.release()
    const patient = await start(home, { now: Date.now })
    const [answer] = await Promise.all([patient.call('count'), sleep(200).then(() => home.run(['reindex']))])
    expect(answer.text).toContain('sessions: 2')
  })

  test('whose index is missing beside its archive, or older, says whether somebody makes it', async () => {
    const home = await makeKept()
    const mcp = await start(home)
    const index = connect(join(home.keep, INDEX), 'write')
    index.exec("UPDATE meta SET value = 'another' WHERE key = 'schema'")
    index.close()
    await checkMaking(mcp, home, 'was made by an older backscroll, and nobody makes it now')
    removeStore(join(home.keep, INDEX))
    await checkMaking(mcp, home, 'is missing, and nobody makes it now')
    expect((await home.run(['sync'])).code).toBe(0)
    expect((await mcp.call('count')).text).toContain('sessions: 2')
  })

  test('whose index was cut off in the making is not asked, whoever is at work; once finished it is', async () => {
    const home = await makeKept()
    const mcp = await start(home)
    const store = openStoreForWriting(join(home.keep, INDEX))
    store.meta.set('derivation', 'of another release')
    store.close()
    const anew = syncAll(machineAt(home.home), home.keep, stopEarly())
    await expect(anew).rejects.toMatchObject({ code: 'interrupted' })
    await checkMaking(mcp, home, 'is not finished, and nobody makes it now')
    expect((await home.run(['sync'])).code).toBe(0)
    expect((await mcp.call('count')).text).toContain('sessions: 2')
  })

  test('that a first sync is filling is waited for; where that one was stopped, what is kept is asked', async () => {
    const home = makeKeepHome()
    await syncAll(machineAt(home.home), home.keep, stopEarly())
    const mcp = await start(home)
    const lock = tryLock(join(home.keep, 'lock.db'))
    expect(await mcp.call('count')).toEqual({ isError: true, text: expect.stringMatching(BEING_MADE) })
    lock?.release()
    expect((await mcp.call('count')).text).toContain('sessions: 1')
    expect((await home.run(['sync'])).code).toBe(0)
    // From then on whoever writes holds up nobody.
    const later = tryLock(join(home.keep, 'lock.db'))
    expect((await mcp.call('count')).text).toContain('sessions: 2')
    later?.release()
  })

  test('whose index another program holds for itself says so', async () => {
    const home = await makeKept()
    const holder = connect(join(home.keep, INDEX), 'write')
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    const mcp = await start(home)
    expect(await mcp.call('count')).toEqual({
      isError: true,
      text: expect.stringMatching(/^another program holds the index .*ask again in a moment/),
    })
    holder.close()
    expect((await mcp.call('count')).text).toContain('sessions: 2')
  })

  test('of which everything was forgotten has nothing, and nobody is told to wait', async () => {
    const home = await makeKept()
    const mcp = await start(home)
    for (const id of [ONE, TWO]) expect((await home.run(['forget', id, '--yes'])).code).toBe(0)
    expect(await mcp.call('count')).toEqual({ isError: true, text: expect.stringMatching(/^nothing is kept on this/) })
  })

  test('that is damaged says how it is mended, and is asked again once it is', async () => {
    const home = await makeKept()
    removeStore(join(home.keep, INDEX))
    writeFileSync(join(home.keep, INDEX), 'no database at all, '.repeat(500))
    const after = await start(home)
    expect(await after.call('count')).toEqual({
      isError: true,
      text: expect.stringMatching(/is damaged or not a database.*`backscroll reindex`/),
    })
    expect((await home.run(['reindex'])).code).toBe(0)
    expect((await after.call('count')).text).toContain('sessions: 2')
  })

  test('that turns out to be damaged in the middle of a question is opened anew for the next', async () => {
    const home = await makeKept()
    const broken = makeTool('broken', async (world, { signal }) => ({
      head: await world.ask(({ store }) => {
        throw storeError('index-damaged', store.path)
      }, signal),
    }))
    const mcp = await startMcp({ home, tools: [count, broken], more: hurried })
    expect(await mcp.call('broken')).toEqual({ isError: true, text: expect.stringContaining('`backscroll reindex`') })
    expect((await mcp.call('count')).text).toContain('sessions: 2')
  })

  test('is let go of: it can be removed while the server runs, and comes back', async () => {
    const home = await makeKept()
    const mcp = await start(home)
    await mcp.call('count')
    rmSync(home.keep, { recursive: true, force: true })
    expect((await mcp.call('count')).isError).toBe(true)
    expect((await home.run(['sync'])).code).toBe(0)
    expect((await mcp.call('count')).text).toContain('sessions: 2')
  })
})

describe('what is new on disk', () => {
  test('is looked for before a question, once for all that come close together, and no failure shows', async () => {
    let looks = 0
    const glance = async (): Promise<void> => {
      looks++
      await sleep(20)
      throw new Error('the disk is full')
    }
    let now = 1_000_000
    const mcp = await startMcp({ tools: [count], more: { glance, now: () => now } })
    const answers = await Promise.all([mcp.call('count'), mcp.call('count'), mcp.call('count')])
    expect(answers.every(({ isError }) => !isError)).toBe(true)
    await mcp.call('count')
    expect(looks).toBe(1)
    now += 2500
    await mcp.call('count')
    expect(looks).toBe(2)
  })
})
