import type { Row } from '../../../../../render/view/row.ts'

/** What rows are counted in, as a name: `t5` is turn 5, `a` and an id an agent. */
export type UnitName = string

/** How much of a unit is asked for: what a closed turn shows, everything, or the records themselves. */
export type DataLevel = 'answers' | 'all' | 'raw'

export function turnUnit(turn: number): UnitName {
  return `t${turn}`
}

export function agentUnit(agent: string): UnitName {
  return `a${agent}`
}

/** Ids come from transcripts: a very long or broken one cannot be asked for. */
export function canAskFor(agent: string): boolean {
  return agent !== '' && agent.length <= 500 && agent.isWellFormed()
}

export function unitOf({ turn, agent }: { readonly turn?: number | undefined; readonly agent?: string | undefined }) {
  return agent === undefined ? turnUnit(turn ?? 0) : agentUnit(agent)
}

/** As the API names it. */
export function unitQuery(unit: UnitName): { readonly turn?: number; readonly agent?: string } {
  return unit.startsWith('a') ? { agent: unit.slice(1) } : { turn: Number(unit.slice(1)) }
}

/** A row that is here. Another value whenever it is another row. */
export interface LoadedRow {
  /** Unit and place in it: the same at each level that gives places. */
  readonly name: string
  readonly unit: UnitName
  readonly level: DataLevel
  /** Among all rows of the unit; where only some were asked for and nobody says, among those. */
  readonly index: number
  readonly row: Row
  readonly isCut: boolean
}

/** Which of a unit's rows are here. */
export class UnitRows {
  /** With holes where nothing was asked for yet. */
  readonly rows: (LoadedRow | undefined)[] = []
  /** How many there are, once known. */
  end: number | undefined
  bytes = 0
  /** Of the last use. */
  usedAt = 0

  /** The first row that is missing, from one on; undefined: none is. */
  missingFrom(index: number): number | undefined {
    let at = index
    while (this.rows[at] !== undefined) at++
    return this.end !== undefined && at >= this.end ? undefined : at
  }
}
