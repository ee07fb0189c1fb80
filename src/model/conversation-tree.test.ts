import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConversationTree } from './conversation-tree.ts'

/** `p1<-` is a prompt under nothing, `m2<p1` a message under p1, `t3<m2` a transparent line under m2. */
function build(...lines: string[]): { tree: ConversationTree; active: (name: string) => boolean } {
  const tree = new ConversationTree()
  lines.forEach((text, index) => {
    const [uuid, parent] = text.split('<') as [string, string]
    const line = { uuid, parentUuid: parent === '-' ? undefined : parent, index }
    if (uuid.startsWith('p')) tree.addPrompt(line)
    else if (uuid.startsWith('m')) tree.addMessageLine(line, uuid.slice(0, 2))
    else if (uuid.startsWith('c')) tree.addCompaction(line)
    else tree.addTransparent(line)
  })
  const bounds = tree.listActiveBounds()
  return {
    tree,
    active(name) {
      const node = tree.nodeOf(name)
      return node !== undefined && node.position <= (bounds[node.chain.index] as number)
    },
  }
}

function checkForks(lines: string[], forks: number): void {
  expect(build(...lines).tree.listForks()).toHaveLength(forks)
}

test('a plain chain has no fork', () => checkForks(['p1<-', 'm1<p1', 'p2<m1', 'm2<p2'], 0))

test('lines of one message and what hangs between them are no fork', () =>
  checkForks(['p1<-', 'm1a<p1', 't1<m1a', 'm1b<m1a', 't2<m1b', 'm2<t1', 'p2<m2'], 0))

test('two prompts below one answer are a fork and the later side is active', () => {
  const { tree, active } = build('p1<-', 'm1<p1', 'p2<m1', 'm2<p2', 'p3<m1', 'm3<p3')
  expect(tree.listForks()).toHaveLength(1)
  expect(['p1', 'm1', 'p2', 'm2', 'p3', 'm3'].map(active)).toEqual([true, true, false, false, true, true])
})

test('notices between the answer and the prompts do not hide a fork', () =>
  checkForks(['p1<-', 'm1<p1', 't1<m1', 't2<t1', 'p2<t2', 'p3<t1'], 1))

test('going back to the first prompt is a fork at what stood before it', () =>
  checkForks(['t0<-', 'p1<t0', 'm1<p1', 'p2<t0'], 1))

test('two roots are no fork', () => checkForks(['p1<-', 'm1<p1', 'p2<-', 'm2<p2'], 0))

test('a compaction goes on from what was said last', () => {
  const { tree, active } = build('p1<-', 'm1<p1', 'c1<-', 't1<c1', 'p2<t1', 'm2<p2')
  expect(tree.listForks()).toHaveLength(0)
  expect(active('m1')).toBe(true)
})

test('a part kept over a compaction under a new parent is no fork', () => {
  const { tree } = build('p1<-', 'm1<p1', 'p2<m1', 'm2<p2', 'c1<-', 't1<c1')
  tree.addRepeat({ uuid: 'm1', parentUuid: 't1', index: 6 })
  tree.addPrompt({ uuid: 'p3', parentUuid: 'm1', index: 7 })
  expect(tree.listForks()).toHaveLength(0)
})

test('the same lines written twice with the same parents change nothing', () => {
  const { tree } = build('p1<-', 'm1<p1', 'p2<m1', 'm2<p2')
  tree.addRepeat({ uuid: 'p2', parentUuid: 'm1', index: 4 })
  tree.addPrompt({ uuid: 'p3', parentUuid: 'm2', index: 5 })
  expect(tree.listForks()).toHaveLength(0)
})

test('a child written before its parent ends up below it', () => {
  const { tree, active } = build('p1<-', 'm2<p2', 'p2<p1', 'p3<p1', 'm3<p3')
  expect(tree.listForks()).toHaveLength(1)
  expect(active('m2')).toBe(false)
})

test('the leaf that the client names last decides', () => {
  const { tree } = build('p1<-', 'm1<p1', 'p2<m1', 'p3<m1')
  tree.noteLeaf('p2', 4)
  const node = tree.nodeOf('p2')
  expect(tree.listActiveBounds()[node?.chain.index as number]).toBe(node?.position)
})

test('rings, unknown parents and self-parents never hang or throw', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(3))), lines => {
      const tree = new ConversationTree()
      lines.forEach(([uuid, parent, how], index) => {
        const line = { uuid: `${uuid}`, parentUuid: `${parent}`, index }
        if (tree.has(line.uuid)) tree.addRepeat(line)
        else if (how === 0) tree.addPrompt(line)
        else if (how === 1) tree.addMessageLine(line, `m${uuid % 3}`)
        else if (how === 2) tree.addTransparent(line)
        else tree.addCompaction(line)
      })
      expect(tree.listActiveBounds().length).toBe(tree.chainCount)
      for (const fork of tree.listForks()) expect(fork.sides.length).toBeGreaterThan(1)
    }),
  )
})
