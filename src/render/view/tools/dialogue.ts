import { asArray, asObject, asObjects, type JsonObject } from '../../../format/json.ts'
import { readAnswer } from '../../../model/tools/read-answer.ts'
import { diffTexts } from '../../../text/text-diff.ts'
import { rejectionWords } from '../markup.ts'
import { type Part, type QuestionPart, textPart } from '../part.ts'
import { fieldParts, type Outcome, plainOutput, type ToolView, text } from './define.ts'

/** Of the first release: the fields of its one question. */
const SINGLE = ['question', 'header', 'options', 'multiSelect']

export const questionView: ToolView = {
  names: ['AskUserQuestion'],
  input: (input, outcome) => [...readQuestions(input, outcome), ...fieldParts(input, ['questions', ...SINGLE])],
  output(outcome, input) {
    if (asObject(outcome.fields.answers)) return []
    const questions = readQuestions(input, outcome)
    const isAnswered = questions.length > 0 && questions.every(question => question.answer !== undefined)
    return isAnswered ? [] : plainOutput(outcome)
  },
  drawn: () => ['multiSelect'],
}

/** What was asked, with the chosen options marked. The first release asked one question at a time. */
export function readQuestions(
  input: JsonObject,
  outcome: Pick<Outcome, 'structured' | 'text'> | undefined,
): readonly QuestionPart[] {
  const asked = asArray(input.questions) ? asObjects(input.questions) : text(input, 'question') === '' ? [] : [input]
  return asked.map(item => {
    const question = text(item, 'question')
    const answer = outcome && readAnswer(outcome, question)
    const options = asObjects(item.options).map(option => ({
      label: text(option, 'label'),
      description: text(option, 'description'),
      isChosen: isChosen(text(option, 'label'), answer),
    }))
    return {
      kind: 'question',
      header: text(item, 'header'),
      question,
      isMultiSelect: item.multiSelect === true,
      options,
      answer,
      isOwnWords: answer !== undefined && saysMore(answer, options),
    }
  })
}

/** An answer may hold words of its own beside the options, or instead of them. */
function saysMore(answer: string, options: QuestionPart['options']): boolean {
  let left = answer
  for (const { label, isChosen } of options) if (isChosen) left = left.replaceAll(label, '')
  return /[^\s\p{P}]/u.test(left)
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
    const isEdited = isPlanEdited(input, outcome.fields)
    const verdict = plan && plan.verdict !== 'pending' ? plan.verdict : ''
    const words = [verdict, isEdited ? 'edited by the user' : ''].filter(word => word !== '').join(', ')
    const parts: Part[] = words === '' ? [] : [{ kind: 'fields', fields: [['verdict', words]] }]
    if (isOther(proposed, decided))
      parts.push(...planDiff('plan as edited', proposed, decided), { kind: 'markdown', text: decided })
    return parts
  },
  failure(outcome, { plan }) {
    const words = rejectionWords(outcome.text)
    if (plan?.verdict !== 'rejected') return undefined
    const verdict: Part = { kind: 'fields', fields: [['verdict', 'rejected']] }
    return words === '' ? [verdict] : [verdict, textPart(words, 'the user said')]
  },
}

/** The input may be empty: then the plan stood in a file, and only an approval repeats it. */
function proposedPlan(input: JsonObject, outcome: Outcome | undefined): string {
  return text(input, 'plan') || (outcome ? text(outcome.fields, 'plan') : '')
}

/** The user changed the plan before approving it. */
export function isPlanEdited(input: JsonObject, result: JsonObject): boolean {
  return result.planWasEdited === true || isOther(text(input, 'plan'), text(result, 'plan'))
}

function isOther(proposed: string, decided: string): boolean {
  return proposed !== '' && decided !== '' && proposed.trim() !== decided.trim()
}

function planDiff(path: string, before: string, after: string): Part[] {
  // Whether a plan ends in a newline says nothing about it.
  const hunks = diffTexts(`${before.trimEnd()}\n`, `${after.trimEnd()}\n`)
  return hunks.length > 0 ? [{ kind: 'diff', path, hunks }] : []
}
