import { listPrices, type PriceList } from '../../../query/list-prices.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { formatDay } from '../../../time/day.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { type CommandRequest, flagOption, textArg } from '../define-command.ts'
import { momentOption } from '../moment-option.ts'
import { formatPrices } from '../price-lines.ts'

/** Shows the price table: what holds on a day, or all of it. */
export function run(app: App, request: CommandRequest): Outcome {
  const model = textArg(request, 'model')
  const at = momentOption(app, request, 'at')
  const day = at === undefined ? new Date(app.now()).toISOString().slice(0, 10) : formatDay(at)
  const isAll = flagOption(request, 'all')
  const { table } = createAppPricer(app)
  const list = listPrices(table, { model, day: isAll ? undefined : day, now: app.now() })
  if (app.json) printJson(app, { ...list })
  else if (list.rows.length > 0) app.out.lines(formatPrices(app, list))
  else reportNothing(app, { list, model, day: isAll ? undefined : day })
  return list.rows.length > 0 ? 'found' : 'nothing'
}

function reportNothing(
  app: App,
  {
    list,
    model,
    day,
  }: { readonly list: PriceList; readonly model?: string | undefined; readonly day: string | undefined },
): void {
  const of = model === undefined ? '' : ` of "${shorten(sanitizeLine(model))}"`
  app.err.line(`backscroll: no price${of}${day === undefined ? '' : ` on ${day}`} in the table of ${list.version}`)
  app.err.line(`List all models with \`${app.commandName} prices\`, or set a price: see docs/prices.md.`)
}
