import { asObject, asObjects, asString, type JsonObject } from '../format/json.ts'
import { shareText } from '../text/share-text.ts'
import { Seen } from './seen.ts'
import { findTool } from './tools/table.ts'
import type { WorkPlace } from './tools/work-place.ts'

/** Where a session worked, and how much: what decides whose it is. */
export interface Work {
  /** Folders that answers were given in, in the order of the first. */
  readonly cwds: readonly string[]
  readonly folders: readonly WorkFolder[]
}

export interface WorkFolder {
  readonly folder: string
  /** An answer or a call counts 1, a call that changes a file 3. */
  readonly weight: number
}

const CHANGE = 3

/**
 * Weighs the folders of one thread: each call where it says it works, else in the folder of its line; an answer without
 * calls there too. Only answers count, so that whoever reads nothing but usage finds the same.
 */
export class WorkFolders {
  private readonly cwds = new Seen()
  private readonly weights = new Map<string, number>()

  /** An `assistant` entry. */
  add(json: JsonObject): void {
    const cwd = asString(json.cwd)
    this.cwds.add(cwd)
    let isAnswer = true
    for (const block of asObjects(asObject(json.message)?.content)) {
      if (block.type !== 'tool_use') continue
      const place = placeOf(block, cwd)
      this.note(place?.folder ?? cwd, place?.isChange ? CHANGE : 1)
      isAnswer = false
    }
    if (isAnswer) this.note(cwd, 1)
  }

  private note(folder: string | undefined, weight: number): void {
    if (!folder) return
    const known = this.weights.get(folder)
    this.weights.set(known === undefined ? shareText(folder) : folder, (known ?? 0) + weight)
  }

  /** Of all threads together. */
  static sum(threads: readonly WorkFolders[]): Work {
    const weights = new Map<string, number>()
    for (const thread of threads) {
      for (const [folder, weight] of thread.weights) weights.set(folder, (weights.get(folder) ?? 0) + weight)
    }
    return {
      cwds: [...new Set(threads.flatMap(thread => thread.cwds.values))],
      folders: [...weights].map(([folder, weight]) => ({ folder, weight })),
    }
  }
}

/** The places that the calls of an answer name. */
export function listWorkPlaces(json: JsonObject): readonly WorkPlace[] {
  return asObjects(asObject(json.message)?.content)
    .map(block => (block.type === 'tool_use' ? placeOf(block, asString(json.cwd)) : undefined))
    .filter(place => place !== undefined)
}

function placeOf({ name, input }: JsonObject, cwd: string | undefined): WorkPlace | undefined {
  const given = asObject(input)
  return given && findTool(asString(name) ?? '').worksAt?.(given, cwd)
}
