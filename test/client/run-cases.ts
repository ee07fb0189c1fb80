import type { Case } from './case.ts'
import { isAtLeast } from './versions.ts'
import type { World } from './world.ts'

/** Cases that run beside each other: most of a case's time is spent waiting for the client. */
const AT_ONCE = 3

export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** Runs all cases that are true of this version and prints one line for each as it ends. */
export async function runCases(world: World, cases: readonly Case[], print: (line: string) => void): Promise<Tally> {
  let [passed, failed] = [0, 0]
  const work = async (queue: Case[]): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (next.since && !isAtLeast(world.version, next.since.version)) {
        print(`  left out  ${next.name} (before ${next.since.version}: ${next.since.lacks})`)
        continue
      }
      const problem = await tryCase(next, world)
      if (problem === undefined) passed++
      else failed++
      print(problem === undefined ? `  ok        ${next.name}` : `  FAILED    ${next.name}\n${indent(problem)}`)
    }
  }
  const of = (when: Case['when']): Case[] => cases.filter(one => one.when === when)
  const usual = of(undefined)
  await Promise.all([...of('clock').map(one => work([one])), ...Array.from({ length: AT_ONCE }, () => work(usual))])
  await work(of('after'))
  return { passed, failed }
}

async function tryCase(one: Case, world: World): Promise<string | undefined> {
  try {
    await one.run(world)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function indent(text: string): string {
  return text.replace(/^/gm, '            ')
}
