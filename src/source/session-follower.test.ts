import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE, type TreeItem, TWO, toLines, writeItem } from '../../test/temp-tree.ts'
import { listAllSources } from './discover.ts'
import { followSession } from './follow-session.ts'
import { loadSession } from './load-session.ts'
import { findRoots } from './roots.ts'
import { createSessionFollower, type SessionUpdate } from './session-follower.ts'
import { listFiles, type SessionSource } from './session-source.ts'

function openSource(files: { readonly [path: string]: TreeItem }): {
  source: SessionSource
  path: string
  folder: string
} {
  const folder = makeTree(files)
  const { sources } = listAllSources(findRoots(machineAt(folder, { override: ['.'] })).roots)
  const source = sources.find(found => found.id === ONE) as SessionSource
  return { source, path: join(folder, 'p', `${ONE}.jsonl`), folder: join(folder, 'p') }
}

/** Whether an update starts anew, and the first new entry of each file. */
function checkUpdate(
  update: SessionUpdate | undefined,
  isFresh: boolean,
  firstNew: readonly (readonly number[])[],
): void {
  expect(update && [update.isFresh, [...update.firstNew]]).toEqual([isFresh, firstNew])
}

/** A followed session is what loading it now would give. */
function checkSameAsLoaded(update: SessionUpdate | undefined, source: SessionSource): void {
  const loaded = loadSession(source)
  const outline = ({ session }: { session: SessionUpdate['loaded']['session'] }) => ({
    entries: session.main.entries.map(entry => [entry.kind, entry.start, entry.end, entry.line, entry.turn]),
    turns: session.main.turns.map(turn => turn.text),
    usage: session.usage,
    agents: session.agents.map(agent => [agent.id, agent.thread.entries.length]),
  })
  expect(update && outline(update.loaded)).toEqual(outline(loaded))
}

test('gives the session as it is, then only what was appended', () => {
  const { source, path } = openSource({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const follower = createSessionFollower(source)
  checkUpdate(follower.sweep(), true, [[0, 0]])
  expect(follower.sweep()).toBeUndefined()
  appendFileSync(path, toLines(makeLines(ONE, { prompt: 'And now?' })))
  const update = follower.sweep()
  checkUpdate(update, false, [[0, 2]])
  checkSameAsLoaded(update, source)
})

test('waits for the end of a line that is being written', () => {
  const { source, path } = openSource({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const follower = createSessionFollower(source)
  follower.sweep()
  const text = toLines(makeLines(ONE, { prompt: 'In two parts' }))
  appendFileSync(path, text.slice(0, 40))
  expect(follower.sweep()).toBeUndefined()
  appendFileSync(path, text.slice(40))
  const update = follower.sweep()
  checkUpdate(update, false, [[0, 2]])
  checkSameAsLoaded(update, source)
})

test('takes a last line without newline as whole when nothing follows it, and starts anew when something does', () => {
  const text = toLines(makeLines(ONE))
  const { source, path } = openSource({ [`p/${ONE}.jsonl`]: text.slice(0, -1) })
  const follower = createSessionFollower(source)
  checkUpdate(follower.sweep(), true, [[0, 0]])
  const updates = Array.from({ length: 6 }, () => follower.sweep()).filter(update => update !== undefined)
  expect(updates).toHaveLength(1)
  checkUpdate(updates[0], false, [[0, 1]])
  checkSameAsLoaded(updates[0], source)
  appendFileSync(path, `\n${text}`)
  const again = follower.sweep()
  checkUpdate(again, true, [[0, 0]])
  checkSameAsLoaded(again, source)
})

test('starts anew when a file was cut, rewritten in place or replaced', () => {
  const long = toLines([...makeLines(ONE), ...makeLines(ONE, { prompt: 'Second' })])
  const changes: readonly ((path: string) => void)[] = [
    path => truncateSync(path, long.indexOf('\n') + 1),
    path => writeFileSync(path, long.replaceAll('Second', 'Fourth').replaceAll('Done.', 'Done!')),
    path => writeFileSync(path, toLines(makeLines(ONE, { prompt: 'Something quite different' })) + long),
    path => {
      writeFileSync(`${path}.new`, long)
      renameSync(`${path}.new`, path)
    },
  ]
  for (const change of changes) {
    const { source, path } = openSource({ [`p/${ONE}.jsonl`]: long })
    const follower = createSessionFollower(source)
    follower.sweep()
    change(path)
    const update = follower.sweep()
    checkUpdate(update, true, [[0, 0]])
    checkSameAsLoaded(update, source)
  }
})

test('takes up subagents that begin later, in either layout, and not those of other sessions', () => {
  const { source, folder } = openSource({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const follower = createSessionFollower(source)
  follower.sweep()
  const agent = (sessionId: string, agentId: string) => makeLines(sessionId, { isSidechain: true, agentId })
  writeItem(join(folder, ONE, 'subagents', 'agent-a1.jsonl'), agent(ONE, 'a1'))
  writeItem(join(folder, 'agent-b2.jsonl'), agent(ONE, 'b2'))
  writeItem(join(folder, 'agent-c3.jsonl'), agent(TWO, 'c3'))
  const update = follower.sweep()
  checkUpdate(update, false, [
    [1, 0],
    [2, 0],
  ])
  expect(update?.loaded.session.agents.map(found => found.id).sort()).toEqual(['a1', 'b2'])
  expect(update?.loaded.files.map(file => file.agentId)).toEqual([undefined, 'a1', 'b2'])
})

test('goes on when the file is gone for a while', () => {
  const { source, path } = openSource({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const follower = createSessionFollower(source)
  follower.sweep()
  rmSync(path)
  expect(follower.sweep()).toBeUndefined()
  writeFileSync(path, toLines(makeLines(ONE, { prompt: 'Back' })))
  checkUpdate(follower.sweep(), true, [[0, 0]])
})

test('reads only appended bytes', () => {
  const { source, path } = openSource({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const follower = createSessionFollower(source)
  follower.sweep()
  const [file] = listFiles(source)
  appendFileSync(path, toLines(makeLines(ONE)))
  const entries = follower.sweep()?.loaded.session.main.entries ?? []
  expect(entries.slice(2).map(entry => entry.start)).toEqual([file?.sizeBytes, entries[2]?.end])
})

test('follows a file until told to stop', async () => {
  const { source, path } = openSource({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const stop = new AbortController()
  const seen: number[] = []
  await followSession(source, {
    signal: stop.signal,
    onUpdate({ loaded }) {
      seen.push(loaded.session.main.turns.filter(turn => turn.number > 0).length)
      if (seen.length === 1)
        setTimeout(() => appendFileSync(path, toLines(makeLines(ONE, { prompt: 'And another' }))), 10)
      else stop.abort()
    },
  })
  expect(seen).toEqual([1, 2])
})

test('an error of the reader ends the following', async () => {
  const { source } = openSource({ [`p/${ONE}.jsonl`]: makeLines(ONE) })
  const onUpdate = () => {
    throw new Error('no')
  }
  await expect(followSession(source, { signal: new AbortController().signal, onUpdate })).rejects.toThrow('no')
})
