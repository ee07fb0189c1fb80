import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Given, type PackedGraph, packGraph } from './pack-graph.ts'
import { unpackGraph } from './unpack-graph.ts'

class Leaf {
  private readonly name: string
  next: Leaf | undefined

  constructor(name: string) {
    this.name = name
  }

  get title(): string {
    return `leaf ${this.name}`
  }
}

const CLASSES = { Leaf }
const NOTHING: Given = { objects: [], tables: [] }

/** Packed, written as bytes, read and unpacked. */
function pass<Value extends object>(value: Value, given = NOTHING, givenLater = given): Value {
  const packed = deserialize(serialize(packGraph({ value }, CLASSES, given))) as PackedGraph
  return (unpackGraph(packed, CLASSES, givenLater) as { value: Value }).value
}

const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 127, -127, -128, 2 ** 15, -(2 ** 31), 2 ** 53))
const primitive = fc.oneof(number, fc.string({ unit: 'binary' }), fc.boolean(), fc.constantFrom(undefined, null))
/** A list often holds one kind of values, which is packed in another way than a mixture. */
const list = fc.oneof(
  fc.array(fc.oneof(number, fc.constant(undefined))),
  fc.array(fc.oneof(fc.boolean(), fc.constant(undefined))),
  fc.array(primitive),
)
const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    primitive,
    list,
    fc.array(tie('tree')),
    fc.record({ kind: primitive, next: tie('tree') }, { noNullPrototype: true }),
    fc.record({ next: tie('tree'), kind: fc.integer() }, { noNullPrototype: true }),
    fc.array(fc.tuple(primitive, tie('tree'))).map(pairs => new Map(pairs)),
    fc.array(primitive).map(values => new Set(values)),
  ),
}))

test('every graph comes back as it was', () => {
  fc.assert(fc.property(tree, value => void expect(pass([value])).toStrictEqual([value])))
})

test('what comes back packs to the same value', () => {
  fc.assert(
    fc.property(tree, value => {
      expect(packGraph([pass([value])], CLASSES, NOTHING)).toStrictEqual(packGraph([[value]], CLASSES, NOTHING))
    }),
  )
})

test('an object reached in two ways is one object, also in a ring', () => {
  const leaf = new Leaf('a')
  leaf.next = leaf
  const { first, byLeaf, leaves } = pass({ first: leaf, byLeaf: new Map([[leaf, 1]]), leaves: new Set([leaf]) })
  expect(first).toBeInstanceOf(Leaf)
  expect(first.title).toBe('leaf a')
  expect(first.next).toBe(first)
  expect(byLeaf.get(first)).toBe(1)
  expect(leaves.has(first)).toBe(true)
})

test('holes of a list become undefined and keep its length', () => {
  const holes: number[] = []
  holes[3] = 7
  expect(pass({ holes }).holes).toStrictEqual([undefined, undefined, undefined, 7])
})

test('a chain of a hundred thousand objects is no recursion', () => {
  const first = new Leaf('first')
  let last = first
  for (let at = 0; at < 100_000; at++) {
    last.next = new Leaf(String(at))
    last = last.next
  }
  let length = 0
  for (let leaf: Leaf | undefined = pass(first); leaf; leaf = leaf.next) length++
  expect(length).toBe(100_001)
})

test('what is given is left out and taken from what is given again', () => {
  const secret = { words: 'left out' }
  const rows = [{ index: 0 }, { index: 1 }]
  const given = { objects: [secret, rows], tables: [rows] }
  const value = { secret, rows, second: rows[1], alike: { index: 1 } }
  expect(JSON.stringify(packGraph(value, CLASSES, given))).not.toContain('left out')
  const again = { words: 'made again' }
  const rowsAgain = [{ index: 0 }, { index: 1 }]
  const passed = pass(value, given, { objects: [again, rowsAgain], tables: [rowsAgain] })
  expect(passed).toEqual({ ...value, secret: again })
  expect(passed.secret).toBe(again)
  expect(passed.rows).toBe(rowsAgain)
  expect(passed.second).toBe(rowsAgain[1])
  expect(passed.alike).not.toBe(rowsAgain[1])
})

test('a function and a class that is not named are refused', () => {
  expect(() => packGraph({ run: () => 1 }, CLASSES, NOTHING)).toThrow('a function cannot be packed')
  expect(() => packGraph({ at: new Date(0) }, CLASSES, NOTHING)).toThrow('Date is not in the table of classes')
  expect(() => unpackGraph(packGraph(new Leaf('a'), CLASSES, NOTHING), {}, NOTHING)).toThrow('no class is named Leaf')
})
