import { languageOf } from '../classify-file.ts'
import type { Scene } from '../scene.ts'
import type { Results } from '../story.ts'

const MAX_LANGUAGES = 3
const MAX_AREAS = 3

/** From languages and folders of the changed files, kinds of work and tools. */
export function listTags(scene: Scene, results: Results): readonly string[] {
  const { files, activities } = results
  const kinds = new Set(activities.map(({ kind }) => kind))
  const names = [
    ...mostFrequent(
      files.map(({ path }) => languageOf(path)),
      MAX_LANGUAGES,
    ),
    ...mostFrequent(
      files.map(({ path }) => areaOf(path, scene.session.cwds)),
      MAX_AREAS,
    ),
    ...(kinds.has('tested') ? ['tests'] : []),
    ...(kinds.has('debugged') ? ['debugging'] : []),
    ...(kinds.has('planned') ? ['planning'] : []),
    ...(kinds.has('researched') ? ['research'] : []),
    ...(kinds.has('delegated') ? ['agents'] : []),
    ...(kinds.has('reviewed') ? ['review'] : []),
    ...(results.pullRequests.length > 0 ? ['pull-request'] : []),
    ...scene.session.mcpServers.map(server => `mcp-${server}`),
  ]
  return [...new Set(names.map(toTag).filter(tag => tag !== ''))]
}

function mostFrequent(names: readonly (string | undefined)[], max: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, max)
    .map(([name]) => name)
}

/** The first folder below where the session worked that says something: of `src/query/search/x.ts` that is `query`. */
function areaOf(path: string, cwds: readonly string[]): string | undefined {
  const plain = path.replaceAll('\\', '/')
  const base = cwds.map(cwd => `${cwd.replaceAll('\\', '/')}/`).find(cwd => plain.startsWith(cwd))
  if (base === undefined) return undefined
  const folders = plain.slice(base.length).split('/').slice(0, -1)
  return folders.find(folder => !PLAIN_FOLDERS.has(folder.toLowerCase()) && !folder.startsWith('.'))
}

const PLAIN_FOLDERS: ReadonlySet<string> = new Set(
  'src lib app apps packages pkg cmd internal source main java python test tests __tests__ spec docs doc dist build'.split(
    ' ',
  ),
)

/** What Obsidian takes as a tag, and what can be typed without quotes. */
function toTag(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_/-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
}
