import { clientTotals } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'

export const clientTotalRows = defineRows(clientTotals, ({ session, model }, add) => {
  model.clientTotals.forEach((total, number) => {
    add({
      session,
      number,
      cost_usd: total.costUsd,
      process_at: total.startedAt,
      has_unknown_prices: total.hasUnknownPrices ? 1 : 0,
      models: JSON.stringify(total.models),
      line: total.line,
      at: total.at,
      next_at: total.nextAt,
    })
  })
})
