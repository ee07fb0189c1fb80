import { type FoundUrl, findUrls, type UrlSource } from '../../../query/lookups/find-urls.ts'
import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'
import { type Detail, formatPlaceId, formatPlaceTable, promptDetail } from '../place-table.ts'
import { runLookup } from '../run-lookup.ts'

/** Addresses, each with the prompts in which it came up. */
export function run(app: App, request: CommandRequest): Promise<Outcome> {
  return runLookup(app, request, {
    arg: 'text',
    noun: 'address',
    ask: findUrls,
    format: (_app, { urls }, words) =>
      formatPlaceTable(app, {
        title: 'ADDRESS',
        words,
        columns: [{ title: 'HOW', dropOrder: 1, style: app.colors.dim }],
        rows: urls.flatMap(found => {
          const [newest] = found.places
          return newest
            ? [{ place: newest, text: found.url, cells: [formatSources(found)], details: formatPlaces(found) }]
            : []
        }),
      }),
  })
}

const SOURCES: readonly (readonly [UrlSource, string])[] = [
  ['fetch', 'fetched'],
  ['prompt', 'typed'],
  ['answer', 'written'],
  ['search', 'found'],
]

function formatSources({ sources }: FoundUrl): string {
  return SOURCES.filter(([source]) => sources[source] > 0)
    .map(([source, word]) => (sources[source] > 1 ? `${word} ${sources[source]}×` : word))
    .join(', ')
}

const MAX_PLACES = 3

function formatPlaces({ places }: FoundUrl): readonly Detail[] {
  const [newest, ...older] = places
  const more = places.length - MAX_PLACES
  return [
    ...(newest ? [promptDetail(newest)] : []),
    ...older.slice(0, MAX_PLACES - 1).map(place => ({ text: `${formatPlaceId(place)} ${promptDetail(place).text}` })),
    ...(more > 0 ? [{ text: `and ${more} more` }] : []),
  ]
}
