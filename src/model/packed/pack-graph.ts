/**
 * A graph of objects as a few flat lists, and back (`unpack-graph.ts`). Whoever writes a graph object by object, as
 * `structuredClone` and `v8.serialize` do, writes each key and each text as often as it stands there, and forgets the
 * classes. Here objects with the same keys become columns, a text stands once, and an object that is reached in two ways
 * is one object again. It takes records whose keys are ours, instances of the named classes, arrays, Map and Set.
 */
import { CellWriter, Column, type PackedCells } from './cells.ts'

export interface PackedGraph {
  readonly shapes: readonly PackedShape[]
  /** For each object but the given ones the number of its shape, of which it is the next one. The first is the root. */
  readonly shapeOf: Uint8Array | Uint16Array
  /** Shape by shape: lengths and items of lists, the columns of records. */
  readonly cells: PackedCells
}

/** Few tables are looked into one after the other, which takes no memory; a session of many agents has one for each. */
const MAX_TABLES = 8

/** Arrays, or objects of one class with the same keys: then its name and the keys. */
export type PackedShape = typeof LIST | readonly [className: string, ...keys: string[]]

export const LIST = 0

/** Classes by the names they have in a packed graph. `PLAIN`, `MAP` and `SET` are taken. */
export interface ClassTable {
  readonly [name: string]: { readonly prototype: object }
}

export const PLAIN = ''
/** Packed like a record of two lists. */
export const MAP = 'Map'
/** Packed like a record of one. */
export const SET = 'Set'

/** Objects of the graph that are not packed, because whoever unpacks it has them: named by number, in this order. */
export interface Given {
  readonly objects: readonly object[]
  /** Lists of many, each of which knows its place, so that finding it is no search. */
  readonly tables: readonly (readonly { readonly index: number }[])[]
}

/** Throws a `TypeError` where the graph holds something else, such as a function: that is a mistake of ours. */
export function packGraph(root: object, classes: ClassTable, given: Given): PackedGraph {
  return new GraphPacker(classes, given).pack(root)
}

type Fields = { readonly [key: string]: unknown }

interface RecordShape {
  readonly kind: 'record'
  readonly number: number
  readonly className: string
  readonly keys: readonly string[]
  readonly columns: readonly Column[]
  /** Found, and not yet in the columns. */
  fresh: Fields[]
}

interface ListShape {
  readonly kind: 'list'
  readonly number: number
  readonly lengths: Column
  readonly items: Column
  fresh: (readonly unknown[])[]
}

type Shape = RecordShape | ListShape

/**
 * Objects are packed in rounds: those that the last round found, column by column. So there is no recursion (a
 * conversation may be a chain of any length), and reading one key of many objects is what V8 is quick at.
 */
class GraphPacker {
  readonly #numbers = new Map<object, number>()
  readonly #found: object[] = []
  readonly #shapeOf: number[] = []
  readonly #shapes: Shape[] = []
  readonly #classNames = new Map<object, string>([[Object.prototype, PLAIN]])
  /** By the type of their items, so that those stay of one kind. */
  readonly #listShapes = new Map<string, ListShape>()
  /** By their first key. */
  readonly #recordShapes = new Map<string, RecordShape[]>()

  readonly #tables: { readonly items: readonly object[]; readonly start: number }[] = []
  /** Number of the first object that is not given. */
  readonly #start: number

  constructor(classes: ClassTable, given: Given) {
    for (const [name, { prototype }] of Object.entries(classes)) this.#classNames.set(prototype, name)
    for (const object of given.objects) this.#numbers.set(object, this.#numbers.size)
    let start = this.#numbers.size
    const isMany = given.tables.length > MAX_TABLES
    for (const items of given.tables) {
      if (isMany) for (const [at, item] of items.entries()) this.#numbers.set(item, start + at)
      else this.#tables.push({ items, start })
      start += items.length
    }
    this.#start = start
  }

  pack(root: object): PackedGraph {
    this.#numberOf(root)
    while (this.#shapeOf.length < this.#found.length) {
      for (const shape of this.#sortFresh()) {
        if (shape.kind === 'list') this.#packLists(shape)
        else this.#packRecords(shape)
      }
    }
    const writer = new CellWriter()
    for (const shape of this.#shapes) {
      for (const column of shape.kind === 'list' ? [shape.lengths, shape.items] : shape.columns) writer.write(column)
    }
    const shapes = this.#shapes.map(shape =>
      shape.kind === 'list' ? LIST : ([shape.className, ...shape.keys] as const),
    )
    const Numbers = shapes.length <= 2 ** 8 ? Uint8Array : Uint16Array
    return { shapes, shapeOf: Numbers.from(this.#shapeOf), cells: writer.finish() }
  }

  /** Gives what was found since the last time to its shapes, and those shapes back. */
  #sortFresh(): Iterable<Shape> {
    const touched = new Set<Shape>()
    const end = this.#found.length
    for (let at = this.#shapeOf.length; at < end; at++) {
      const shape = this.#sort(this.#found[at] as object)
      this.#shapeOf.push(shape.number)
      touched.add(shape)
    }
    return touched
  }

  #sort(object: object): Shape {
    if (Array.isArray(object)) return this.#sortList(object)
    if (object instanceof Map) return this.#sortRecord(MAP, { keys: [...object.keys()], values: [...object.values()] })
    if (object instanceof Set) return this.#sortRecord(SET, { values: [...object] })
    const className = this.#classNames.get(Object.getPrototypeOf(object))
    if (className === undefined) throw new TypeError(`${object.constructor?.name} is not in the table of classes`)
    return this.#sortRecord(className, object as Fields)
  }

  #sortList(list: readonly unknown[]): Shape {
    const type = typeof list.find(item => item !== undefined)
    let shape = this.#listShapes.get(type)
    if (!shape) {
      shape = { kind: 'list', number: this.#shapes.length, lengths: new Column(), items: new Column(), fresh: [] }
      this.#listShapes.set(type, shape)
      this.#shapes.push(shape)
    }
    shape.fresh.push(list)
    return shape
  }

  #sortRecord(className: string, record: Fields): Shape {
    const keys = Object.keys(record)
    const mark = keys[0] ?? ''
    let alike = this.#recordShapes.get(mark)
    if (!alike) {
      alike = []
      this.#recordShapes.set(mark, alike)
    }
    let shape = alike.find(other => isOfShape(other, className, keys))
    if (!shape) {
      const columns = keys.map(() => new Column())
      shape = { kind: 'record', number: this.#shapes.length, className, keys, columns, fresh: [] }
      alike.push(shape)
      this.#shapes.push(shape)
    }
    shape.fresh.push(record)
    return shape
  }

  #packRecords(shape: RecordShape): void {
    const { keys, columns, fresh } = shape
    shape.fresh = []
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as string
      const column = columns[at] as Column
      for (const record of fresh) this.#packValue(record[key], column)
    }
  }

  #packLists(shape: ListShape): void {
    const { fresh } = shape
    shape.fresh = []
    for (const list of fresh) {
      shape.lengths.add(list.length)
      // By index: a list may have holes, and they count.
      for (let at = 0; at < list.length; at++) this.#packValue(list[at], shape.items)
    }
  }

  #packValue(value: unknown, column: Column): void {
    if (typeof value === 'object' && value !== null) column.addLink(this.#numberOf(value))
    else if (typeof value !== 'function' && typeof value !== 'symbol') column.add(value)
    else throw new TypeError(`a ${typeof value} cannot be packed`)
  }

  #numberOf(object: object): number {
    const { index } = object as { readonly index?: unknown }
    if (typeof index === 'number') {
      for (const { items, start } of this.#tables) if (items[index] === object) return start + index
    }
    let number = this.#numbers.get(object)
    if (number === undefined) {
      number = this.#start + this.#found.length
      this.#numbers.set(object, number)
      this.#found.push(object)
    }
    return number
  }
}

function isOfShape(shape: RecordShape, className: string, keys: readonly string[]): boolean {
  if (shape.className !== className || shape.keys.length !== keys.length) return false
  for (let at = 0; at < keys.length; at++) if (shape.keys[at] !== keys[at]) return false
  return true
}
