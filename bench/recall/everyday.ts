import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../corpus/random.ts'
import type { SessionScript, TurnScript } from '../retrieval/read-scripts.ts'

const FILE = fileURLToPath(new URL('everyday.txt', import.meta.url))
const FIRST_DAY = Date.UTC(2025, 8, 1, 9)
const SESSIONS = 12
const TURNS = 5

/**
 * Sessions of everyday work for each project: about nothing that a case asks for, in the words that all work is done in.
 * Without them every word of a small project would be rare.
 */
export function everydaySessions(folders: readonly string[]): readonly SessionScript[] {
  const exchanges = readExchanges()
  return [...new Set(folders)].sort().flatMap((cwd, project) => {
    const random = createRandom(project + 1)
    return Array.from({ length: SESSIONS }, (_, at) => ({
      name: `everyday ${cwd} ${at}`,
      cwd,
      branch: 'main',
      startMs: FIRST_DAY + at * 9 * 86_400_000,
      turns: Array.from({ length: TURNS }, () => random.pick(exchanges)),
    }))
  })
}

function readExchanges(): readonly TurnScript[] {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    const answer = lines[at + 1] ?? ''
    if (!line.startsWith('> ') || !answer.startsWith('= ')) return []
    return [{ prompt: line.slice(2), steps: [{ kind: 'answer' as const, text: answer.slice(2) }] }]
  })
}
