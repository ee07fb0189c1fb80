import { asObject, asString } from '../../format/json.ts'
import { addHumanInput } from '../facts/add-human-input.ts'
import type { PlanVersion } from '../facts/facts.ts'
import { ownHead } from '../facts/own-head.ts'
import type { ToolStatus } from '../tool-call.ts'
import { createCallNotes } from './call-notes.ts'
import { defineTool, type ToolOutcome } from './define.ts'
import { MAX_PATH } from './file-touch.ts'
import { oneLine } from './one-line.ts'

export const enterPlanMode = defineTool({
  names: ['EnterPlanMode'],
  about: 'The model asks to plan before it changes anything.',
  seen: '2.1.4 and later; 16 recorded files',
  input: {},
  result: { message: ['string', 'What to do now.'] },
  headline: () => '',
})

const plans = createCallNotes<PlanVersion>()

export const exitPlanMode = defineTool({
  names: ['ExitPlanMode', 'exit_plan_mode'],
  about: 'Shows a plan and asks for approval. The input may be empty: then the plan stands in a file.',
  seen: '1.0.31 and later; 42 recorded files',
  input: {
    plan: ['string', 'The plan, as Markdown.'],
    allowedPrompts: ['array', 'Commands to be allowed without asking: `{tool, prompt}`.'],
    planFilePath: ['string', 'File with the plan. Code only.'],
    launchSwarm: ['boolean', 'Let several agents carry it out. Code only.'],
    teammateCount: ['number', 'How many agents. Code only.'],
    pushToRemote: ['boolean', 'Go on in a remote session. Code only.'],
  },
  result: {
    plan: ['string|null', 'The plan as approved.'],
    isAgent: ['boolean', 'Asked by a subagent.'],
    filePath: ['string', 'File with the plan.'],
    hasTaskTool: ['boolean', 'The Task tools can be used.'],
    planWasEdited: ['boolean', 'The user changed the plan before approving it. Code only.'],
    awaitingLeaderApproval: ['boolean', 'A teammate waits for its leader. Code only.'],
    requestId: ['string', 'Of that request. Code only.'],
  },
  recordsRejection: true,
  headline: input => planTitle(input.plan) ?? '',
  onUse({ call, input, facts }) {
    const plan: PlanVersion = {
      version: facts.plans.length + 1,
      title: planTitle(input.plan),
      call,
      filePath: undefined,
      verdict: 'pending',
      feedback: undefined,
    }
    facts.plans.push(plan)
    plans.put(call, plan)
  },
  onResult(outcome) {
    const plan = plans.take(outcome.call)
    if (!plan) return
    if (NEVER_SHOWN.has(outcome.call.status)) outcome.facts.plans.splice(outcome.facts.plans.indexOf(plan), 1)
    else recordVerdict(plan, outcome)
  },
})

/** `You are not in plan mode`, refused by a rule or a hook: nobody was asked, so there is no plan that waits. */
const NEVER_SHOWN: ReadonlySet<ToolStatus> = new Set(['error', 'denied', 'skipped'])

function recordVerdict(plan: PlanVersion, { call, structured, text, facts }: ToolOutcome): void {
  const result = asObject(structured)
  const path = asString(result?.filePath) ?? /plan has been saved to: (.+)/.exec(text.slice(0, 4000))?.[1]
  if (path) plan.filePath = ownHead(path, MAX_PATH)
  plan.title ??= planTitle(result?.plan)
  if (call.status === 'ok') {
    const isApproved = result ? result.awaitingLeaderApproval !== true : text.slice(0, 400).includes('approved')
    plan.verdict = isApproved ? 'approved' : 'pending'
  } else if (call.status === 'rejected' || call.status === 'interrupted') {
    plan.verdict = 'rejected'
    plan.feedback = call.rejection
    if (call.rejection) addHumanInput(facts, call, 'plan-feedback', call.rejection)
  }
}

function planTitle(plan: unknown): string | undefined {
  if (typeof plan !== 'string') return undefined
  const start = plan.trimStart().slice(0, 2000)
  const heading = /^#{1,6}[ \t]+(\S.*)$/m.exec(start)?.[1]
  return oneLine(heading ?? start.split('\n', 1)[0]) || undefined
}
