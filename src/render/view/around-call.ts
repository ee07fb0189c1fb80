import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { PlanVersion } from '../../model/facts/facts.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { findUse } from './content.ts'
import { readJson, type Scene } from './scene.ts'

/** What the session around a call knows and the call itself does not say. */
export interface Around {
  /** For a plan. */
  readonly plan: AroundPlan | undefined
  /** Whole content of a file when the session last saw it. */
  fileBefore(path: string): string | undefined
  /** Which turn closed an item of a list, as far as this call can know; empty where none did. */
  closedIn(list: 'todos' | 'tasks', key: string): string
}

export interface AroundPlan {
  readonly version: number
  readonly verdict: PlanVersion['verdict']
  /** The last version before it that is recorded with its text. */
  readonly before: { readonly version: number; readonly text: string } | undefined
}

export function aroundCall(scene: Scene, call: ToolCall): Around {
  const [plan] = scene.index.plansByCall.get(call) ?? []
  return {
    plan: plan && { version: plan.version, verdict: plan.verdict, before: planBefore(scene, plan) },
    fileBefore: path => scene.view.files.get(path),
    closedIn: (list, key) => closedIn(scene, call, `${list} ${key}`),
  }
}

/** Versions are proposals of one plan; one may be recorded without its text, because it stood in a file. */
function planBefore(scene: Scene, plan: PlanVersion): AroundPlan['before'] {
  const earlier = scene.thread.facts.plans.filter(other => other.version < plan.version).slice(-MAX_LOOK_BACK)
  for (const { version, call } of earlier.reverse()) {
    const text = readPlan(scene, call)
    if (text !== '') return { version, text }
  }
  return undefined
}

const MAX_LOOK_BACK = 10

/** The text that was decided on: as approved, which may be edited by the user, else as proposed. */
function readPlan(scene: Scene, call: ToolCall): string {
  const result = call.result && readJson(scene, call.result)
  const approved = asString(asObject(result?.toolUseResult)?.plan)
  return approved || (asString(readInput(scene, call).plan) ?? '')
}

function readInput(scene: Scene, call: ToolCall): JsonObject {
  const use = call.use && readJson(scene, call.use)
  const block = use && findUse(use, call.id)
  return asObject(block?.input) ?? {}
}

function closedIn(scene: Scene, call: ToolCall, key: string): string {
  const at = call.use?.index ?? 0
  const closing = scene.index.closings.get(key)?.findLast(change => (change.call.use?.index ?? 0) <= at)
  if (!closing) return ''
  if (closing.call === call) return 'closed here'
  // Turns of agents have no numbers a reader could see.
  const turn = scene.thread.agentId === undefined ? closing.call.use?.turn : undefined
  return turn ? `closed in turn ${turn}` : ''
}
