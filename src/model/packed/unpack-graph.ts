import { readCells } from './cells.ts'
import { type ClassTable, type Given, MAP, type PackedGraph, PLAIN, SET } from './pack-graph.ts'

type Fields = { [key: string]: unknown }

/** The graph that `packGraph` was given, of new objects. Throws where a class is not in the table. */
export function unpackGraph(packed: PackedGraph, classes: ClassTable, given: Given): unknown {
  const { texts, shapes, shapeOf } = packed
  const made: object[][] = shapes.map(() => [])
  const makers = shapes.map(shape => (shape.kind === 'list' ? () => [] : makerOf(shape.className, shape.keys, classes)))
  const objects: object[] = [...given.objects]
  for (const table of given.tables) for (const item of table) objects.push(item)
  const start = objects.length
  for (const number of shapeOf) {
    const object = (makers[number] as () => object)()
    objects.push(object)
    made[number]?.push(object)
  }
  const known = { texts, objects }
  // Maps and sets copy what their lists hold, so lists are filled first.
  for (const [number, shape] of shapes.entries()) {
    if (shape.kind === 'record') continue
    const length = shape.lengths.reduce((sum, one) => sum + one, 0)
    fillLists(made[number] as unknown[][], shape.lengths, readCells(shape.items, length, known))
  }
  for (const [number, shape] of shapes.entries()) {
    if (shape.kind === 'list') continue
    const records = made[number] as object[]
    const columns = shape.columns.map(column => readCells(column, records.length, known))
    if (shape.className === MAP) fillMaps(records as Map<unknown, unknown>[], columns as unknown[][][])
    else if (shape.className === SET) fillSets(records as Set<unknown>[], columns as unknown[][][])
    else for (const [at, key] of shape.keys.entries()) fillKey(records as Fields[], key, columns[at] as unknown[])
  }
  return objects[start]
}

function makerOf(className: string, keys: readonly string[], classes: ClassTable): () => object {
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

function fillLists(lists: readonly unknown[][], lengths: Int32Array, items: readonly unknown[]): void {
  let start = 0
  for (const [at, list] of lists.entries()) {
    const end = start + (lengths[at] as number)
    while (start < end) list.push(items[start++])
  }
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
