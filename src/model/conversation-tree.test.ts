import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConversationTree, type TreeLine } from './conversation-tree.ts'

/** `p1<-` is a prompt under nothing, `m2<p1` a message under p1, `t3<m2` a transparent line, `c4<-` a compaction. */
class Sketch {
  readonly tree = new ConversationTree()
  readonly #indices = new Map<string, number>()
  #count = 0

  add(text: string): this {
    const [uuid, parent] = text.split('<') as [string, string]
    const line = this.#line(uuid, parent)
    const first = this.#indices.get(uuid)
    if (first !== undefined) this.tree.addRepeat(line, first)
    else if (uuid.startsWith('p')) this.tree.addPrompt(line)
    else if (uuid.startsWith('m')) this.tree.addMessageLine(line, uuid.slice(0, 2), uuid.endsWith('-hollow'))
    else if (uuid.startsWith('c')) this.tree.addCompaction(line, undefined)
    else this.tree.addTransparent(line)
    if (first === undefined) this.#indices.set(uuid, line.index)
    return this
  }

  isActive(name: string): boolean {
    const node = this.tree.nodeOf(this.indexOf(name))
    const bounds = this.tree.listActiveBounds()
    return node !== undefined && node.position <= (bounds[node.chain.index] as number)
  }

  indexOf(name: string): number {
    return this.#indices.get(name) as number
  }

  get count(): number {
    return this.#count
  }

  #line(uuid: string, parent: string): TreeLine {
    const index = this.#count++
    const known = parent === uuid ? undefined : this.#indices.get(parent)
    const isUnknown = parent !== '-' && parent !== uuid && known === undefined
    return { index, uuid, parent: known, awaited: isUnknown ? parent : undefined, turn: 0 }
  }
}

function build(...lines: string[]): Sketch {
  const sketch = new Sketch()
  for (const line of lines) sketch.add(line)
  return sketch
}

function checkForks(lines: string[], forks: number): void {
  expect(build(...lines).tree.listForks()).toHaveLength(forks)
}

test('a plain chain has no fork', () => checkForks(['p1<-', 'm1<p1', 'p2<m1', 'm2<p2'], 0))

test('lines of one message and what hangs between them are no fork', () =>
  checkForks(['p1<-', 'm1a<p1', 't1<m1a', 'm1b<m1a', 't2<m1b', 'm2<t1', 'p2<m2'], 0))

test('two prompts below one answer are a fork and the later side is active', () => {
  const sketch = build('p1<-', 'm1<p1', 'p2<m1', 'm2<p2', 'p3<m1', 'm3<p3')
  expect(sketch.tree.listForks()).toHaveLength(1)
  expect(['p1', 'm1', 'p2', 'm2', 'p3', 'm3'].map(name => sketch.isActive(name))).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
  ])
})

test('notices between the answer and the prompts do not hide a fork', () =>
  checkForks(['p1<-', 'm1<p1', 't1<m1', 't2<t1', 'p2<t2', 'p3<t1'], 1))

test('going back to the first prompt is a fork at what stood before it', () =>
  checkForks(['t0<-', 'p1<t0', 'm1<p1', 'p2<t0'], 1))

test('two roots are no fork', () => checkForks(['p1<-', 'm1<p1', 'p2<-', 'm2<p2'], 0))

test('a compaction goes on from what was said last', () => {
  const sketch = build('p1<-', 'm1<p1', 'c1<-', 't1<c1', 'p2<t1', 'm2<p2')
  expect(sketch.tree.listForks()).toHaveLength(0)
  expect(sketch.isActive('m1')).toBe(true)
})

test('a part kept over a compaction under a new parent is no fork', () =>
  checkForks(['p1<-', 'm1<p1', 'p2<m1', 'm2<p2', 'c1<-', 't1<c1', 'm1<t1', 'p3<m1'], 0))

test('the same lines written twice with the same parents change nothing', () =>
  checkForks(['p1<-', 'm1<p1', 'p2<m1', 'm2<p2', 'p2<m1', 'p3<m2'], 0))

test('a child written before its parent ends up below it', () => {
  const sketch = build('p1<-', 'm2<p2', 'p2<p1', 'p3<p1', 'm3<p3')
  expect(sketch.tree.listForks()).toHaveLength(1)
  expect(sketch.isActive('m2')).toBe(false)
})

test('the leaf that the client names last decides', () => {
  const sketch = build('p1<-', 'm1<p1', 'p2<m1', 'p3<m1')
  sketch.tree.noteLeaf(sketch.indexOf('p2'), sketch.count)
  expect([sketch.isActive('p2'), sketch.isActive('p3')]).toEqual([true, false])
})

test('rings, unknown parents and self-parents never hang or throw', () => {
  const line = fc.tuple(fc.constantFrom('p', 'm', 't', 'c'), fc.nat(9), fc.constantFrom('p', 'm', 't', 'c'), fc.nat(9))
  fc.assert(
    fc.property(fc.array(line), lines => {
      const { tree } = build(
        ...lines.map(([kind, uuid, parentKind, parent]) => `${kind}${uuid}<${parentKind}${parent}`),
      )
      expect(tree.listActiveBounds().length).toBe(tree.chainCount)
      for (const fork of tree.listForks()) expect(fork.sides.length).toBeGreaterThan(1)
    }),
  )
})
