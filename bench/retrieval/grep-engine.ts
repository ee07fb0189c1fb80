import { spawnSync } from 'node:child_process'
import type { Ask, Engine, Found } from './engine.ts'
import type { Transcript } from './read-messages.ts'

/** What somebody does without any tool: sessions by how many lines hold one of the words. */
export function createGrepEngine(transcripts: readonly Transcript[]): Engine {
  const hasRipgrep = spawnSync('rg', ['--version']).status === 0
  const program = hasRipgrep ? 'rg' : 'grep'
  const flags = hasRipgrep
    ? ['--no-config', '--count', '--with-filename', '--ignore-case', '--fixed-strings', '--no-messages', '--text']
    : ['-c', '-H', '-i', '-F', '-s', '-a']
  const sessionOf = new Map(transcripts.map(({ path, sessionId }) => [path, sessionId]))
  return { name: `${program} counts`, search, close: () => {} }

  function search({ text, limit, project }: Ask): readonly Found[] {
    const words = [...new Set(text.split(/\s+/).map(word => word.replace(/^[\p{P}]+|[\p{P}]+$/gu, '')))]
    const patterns = words.filter(word => word.length > 1).flatMap(word => ['-e', word])
    const files = transcripts.filter(item => project === undefined || item.project === project).map(({ path }) => path)
    if (patterns.length === 0 || files.length === 0) return []
    const { stdout } = spawnSync(program, [...flags, ...patterns, '--', ...files], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      env: { ...process.env, LC_ALL: 'C' },
    })
    const counts = new Map<string, number>()
    for (const line of stdout.split('\n')) {
      const colon = line.lastIndexOf(':')
      const id = sessionOf.get(line.slice(0, colon))
      const count = Number(line.slice(colon + 1))
      if (id !== undefined && count > 0) counts.set(id, (counts.get(id) ?? 0) + count)
    }
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, limit)
      .map(([id, count]) => ({
        sessionIds: [id],
        turn: undefined,
        agent: undefined,
        snippet: '',
        step: undefined,
        bytes: Buffer.byteLength(`${id}:${count}\n`),
      }))
  }
}
