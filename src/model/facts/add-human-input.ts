import type { ToolCall } from '../tool-call.ts'
import type { Facts, HumanInput } from './facts.ts'
import { ownHead } from './own-head.ts'

export const MAX_INPUT = 500

/** Words of a person that stand in the result of a call. */
export function addHumanInput(facts: Facts, call: ToolCall, source: HumanInput['source'], text: string): void {
  const entry = call.result ?? call.use
  if (entry) facts.humanInputs.push({ source, text: ownHead(text, MAX_INPUT), entry, call, state: 'sent' })
}
