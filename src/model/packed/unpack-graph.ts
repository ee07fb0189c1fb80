import { CellReader } from './cells.ts'
import { type ClassTable, type Given, LIST, MAP, type PackedGraph, PLAIN, SET } from './pack-graph.ts'

type Fields = { [key: string]: unknown }

/** The graph that `packGraph` was given, of new objects. Throws where a class is not in the table. */
export function unpackGraph(packed: PackedGraph, classes: ClassTable, given: Given): unknown {
  const { shapes, shapeOf } = packed
  const made: object[][] = shapes.map(() => [])
  const makers = shapes.map(shape => (shape === LIST ? () => [] : makerOf(shape, classes)))
  const objects: object[] = [...given.objects]
  for (const table of given.tables) for (const item of table) objects.push(item)
  const start = objects.length
  for (let at = 0; at < shapeOf.length; at++) {
    const number = shapeOf[at] as number
    const object = (makers[number] as () => object)()
    objects.push(object)
    made[number]?.push(object)
  }
  const reader = new CellReader(packed.cells, objects)
  const collections: (() => void)[] = []
  for (const [number, shape] of shapes.entries()) {
    const alike = made[number] as object[]
    if (shape === LIST) {
      const lengths = reader.read(alike.length) as readonly number[]
      fillLists(alike as unknown[][], lengths, reader.read(sum(lengths)))
      continue
    }
    const [className, ...keys] = shape
    const columns = keys.map(() => reader.read(alike.length))
    if (className === MAP) collections.push(() => fillMaps(alike as Map<unknown, unknown>[], columns as unknown[][][]))
    else if (className === SET) collections.push(() => fillSets(alike as Set<unknown>[], columns as unknown[][][]))
    else for (const [at, key] of keys.entries()) fillKey(alike as Fields[], key, columns[at] as unknown[])
  }
  // Maps and sets copy what their lists hold, so those are filled by now.
  for (const fill of collections) fill()
  return objects[start]
}

function makerOf([className, ...keys]: readonly [string, ...string[]], classes: ClassTable): () => object {
  if (className === MAP) return () => new Map()
  if (className === SET) return () => new Set()
  if (className !== PLAIN) {
    const found = classes[className]
    if (!found) throw new TypeError(`no class is named ${className}`)
    return () => Object.create(found.prototype)
  }
  // A copy has room for all keys at once; set one by one, they would move each object several times.
  const empty = Object.fromEntries(keys.map(key => [key, undefined]))
  return () => ({ ...empty })
}

function fillLists(lists: readonly unknown[][], lengths: readonly number[], items: readonly unknown[]): void {
  let start = 0
  for (const [at, list] of lists.entries()) {
    const end = start + (lengths[at] as number)
    while (start < end) list.push(items[start++])
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function fillKey(records: readonly Fields[], key: string, values: readonly unknown[]): void {
  for (let at = 0; at < records.length; at++) (records[at] as Fields)[key] = values[at]
}

function fillMaps(maps: readonly Map<unknown, unknown>[], [keys = [], values = []]: readonly unknown[][][]): void {
  for (const [at, map] of maps.entries()) {
    const mapValues = values[at] as readonly unknown[]
    for (const [position, key] of (keys[at] as readonly unknown[]).entries()) map.set(key, mapValues[position])
  }
}

function fillSets(sets: readonly Set<unknown>[], [values = []]: readonly unknown[][][]): void {
  for (const [at, set] of sets.entries()) for (const value of values[at] as readonly unknown[]) set.add(value)
}
