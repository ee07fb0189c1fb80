import { expect, test } from 'vitest'
import { UsageLedger } from '../usage/ledger.ts'
import { readUsageLine } from '../usage/read-usage-line.ts'
import { packGroups, unpackGroups } from './packed-groups.ts'

test('requests come back as they were, with what their advisors say of themselves', () => {
  const advisor = { type: 'advisor_message', model: 'b', output_tokens: 5 }
  const iterations = [{ ...advisor, speed: 'fast', inference_geo: 'us', service_tier: 'batch' }, advisor]
  const ledger = new UsageLedger()
  for (const [start, id] of ['msg_1', 'msg_1', undefined].entries()) {
    const known = { uuid: `u${start}`, at: start, start, line: start + 1, turn: 1, run: 0 }
    const message = { id, model: 'a', usage: { output_tokens: 10, speed: 'standard', iterations } }
    const line = readUsageLine({ message }, known, { sessionId: 's', file: 0, agentId: undefined, isAgent: false })
    if (line) ledger.add(line)
  }
  expect(ledger.groups.size).toBe(2)
  expect(unpackGroups(packGroups(ledger.groups))).toEqual(ledger.groups)
})
