import { shortIds } from '../../../query/short-ids.ts'
import { listNames } from '../../../source/list-names.ts'
import { findRoots } from '../../../source/roots.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import type { App, Outcome } from '../app.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** What `show` takes, one a line, from the names of files alone: a shell asks for it while somebody waits. */
export function run(app: App): Outcome {
  const short = shortIds(listNames(findRoots(app.roots).roots))
  app.out.lines([...short].map(([name, id]) => sanitizeLine(UUID.test(name) ? id : name)))
  return 'done'
}
