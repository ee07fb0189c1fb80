import { dropAllGenerated, dropGenerated, generatedFolder } from '../../../archive/generated.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { withSession } from '../require-kept.ts'

/** Throws away what was generated: for these sessions, or for `all`. The sessions themselves stay. */
export async function forgetGenerated(app: App, texts: readonly string[]): Promise<Outcome> {
  const folder = generatedFolder(app.keepDir)
  let count = 0
  if (texts.includes('all')) count = dropAllGenerated(folder)
  else {
    // All are looked up before the first is thrown away.
    const ids: string[] = []
    for (const text of texts) ids.push(await withSession(app, text, ({ source }) => source.id))
    count = ids.filter(id => dropGenerated(folder, id)).length
  }
  if (app.json) printJson(app, { schema: 'backscroll.enrich-forget/1', sessions: count })
  else if (count === 0) app.err.line('backscroll: nothing was generated there')
  else app.out.line(`Threw away what was generated for ${formatNumberOf(count, 'session')}.`)
  return count > 0 ? 'done' : 'nothing'
}
