import { asObject, asObjects, asString, type JsonObject } from '../../../format/json.ts'
import { rejectionWords } from '../markup.ts'
import { type Part, type QuestionPart, textPart } from '../part.ts'
import { diffTexts } from '../text-diff.ts'
import { fieldParts, type Outcome, plainOutput, type ToolView, text } from './define.ts'

export const questionView: ToolView = {
  names: ['AskUserQuestion'],
  input: (input, outcome) => [...readQuestions(input, outcome), ...fieldParts(input, ['questions'])],
  output: outcome => (asObject(outcome.fields.answers) ? [] : plainOutput(outcome)),
  drawn: () => ['multiSelect'],
}

/** What was asked, with the chosen options marked. */
export function readQuestions(input: JsonObject, outcome: Outcome | undefined): readonly QuestionPart[] {
  const answers = asObject(outcome?.fields.answers) ?? {}
  return asObjects(input.questions).map(item => {
    const question = text(item, 'question')
    const answer = Object.hasOwn(answers, question) ? asString(answers[question]) : undefined
    return {
      kind: 'question',
      header: text(item, 'header'),
      question,
      isMultiSelect: item.multiSelect === true,
      options: asObjects(item.options).map(option => ({
        label: text(option, 'label'),
        description: text(option, 'description'),
        isChosen: isChosen(text(option, 'label'), answer),
      })),
      answer,
    }
  })
}

/** Several choices stand in one text, joined by commas; a label may hold commas itself. */
function isChosen(label: string, answer: string | undefined): boolean {
  if (answer === undefined || label === '') return false
  return answer === label || `, ${answer}, `.includes(`, ${label}, `)
}

export const planView: ToolView = {
  names: ['ExitPlanMode', 'exit_plan_mode'],
  input(input, outcome, { plan }) {
    const text = proposedPlan(input, outcome)
    const before = plan?.before
    const parts: Part[] =
      before && text !== '' ? planDiff(`plan ${before.version} → ${plan.version}`, before.text, text) : []
    if (text !== '') parts.push({ kind: 'markdown', text })
    return [...parts, ...fieldParts(input, ['plan'])]
  },
  output(outcome, input, { plan }) {
    const proposed = text(input, 'plan')
    const decided = text(outcome.fields, 'plan')
    const isEdited = outcome.fields.planWasEdited === true || isOther(proposed, decided)
    const verdict = plan && plan.verdict !== 'pending' ? plan.verdict : ''
    const words = [verdict, isEdited ? 'edited by the user' : ''].filter(word => word !== '').join(', ')
    const parts: Part[] = words === '' ? [] : [{ kind: 'fields', fields: [['verdict', words]] }]
    if (isOther(proposed, decided))
      parts.push(...planDiff('plan as edited', proposed, decided), { kind: 'markdown', text: decided })
    return parts
  },
  failure(outcome, { plan }) {
    const words = rejectionWords(outcome.text)
    if (plan?.verdict !== 'rejected') return [{ kind: 'output', stream: 'stderr', text: outcome.text }]
    const verdict: Part = { kind: 'fields', fields: [['verdict', 'rejected']] }
    return words === '' ? [verdict] : [verdict, textPart(words, 'the user said')]
  },
}

/** The input may be empty: then the plan stood in a file, and only an approval repeats it. */
function proposedPlan(input: JsonObject, outcome: Outcome | undefined): string {
  return text(input, 'plan') || (outcome ? text(outcome.fields, 'plan') : '')
}

function isOther(proposed: string, decided: string): boolean {
  return proposed !== '' && decided !== '' && proposed.trim() !== decided.trim()
}

function planDiff(path: string, before: string, after: string): Part[] {
  // Whether a plan ends in a newline says nothing about it.
  const hunks = diffTexts(`${before.trimEnd()}\n`, `${after.trimEnd()}\n`)
  return hunks.length > 0 ? [{ kind: 'diff', path, hunks }] : []
}
