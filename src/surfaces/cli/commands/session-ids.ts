import { openLibrary } from '../../../query/library.ts'
import { nameSources } from '../../../query/short-ids.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import type { App, Outcome } from '../app.ts'

/** Short ids, one a line, from listing folders alone: a shell asks for them while somebody waits. */
export function run(app: App): Outcome {
  app.out.lines([...nameSources(openLibrary(app.roots).sources).values()].map(sanitizeLine))
  return 'done'
}
