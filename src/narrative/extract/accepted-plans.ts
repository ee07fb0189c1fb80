import type { ToolCall } from '../../model/tool-call.ts'
import type { Scene } from '../scene.ts'
import type { Place } from '../story.ts'

/**
 * Plans that the session went on with though the call for them was refused: who accepts a plan and has the context
 * cleared for it is recorded with a no, and the plan is handed over to what follows. By their call, with the handover.
 */
export function findAcceptedPlans({ main: { thread, told, placeOf } }: Scene): ReadonlyMap<ToolCall, Place> {
  const accepted = new Map<ToolCall, Place>()
  for (const { entry, title } of told.handovers) {
    const kept = thread.entries[entry]
    const plan = thread.facts.plans.findLast(({ call }) => (call.result?.index ?? entry) < entry)
    if (kept && plan?.verdict === 'rejected' && plan.feedback === undefined && plan.title === title)
      accepted.set(plan.call, placeOf(kept))
  }
  return accepted
}
