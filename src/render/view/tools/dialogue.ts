import { asObject, asObjects, asString, type JsonObject } from '../../../format/json.ts'
import type { Part, QuestionPart } from '../part.ts'
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
  input(input, outcome) {
    const plan = text(input, 'plan') || (outcome ? text(outcome.fields, 'plan') : '')
    const parts: Part[] = plan === '' ? [] : [{ kind: 'markdown', text: plan }]
    return [...parts, ...fieldParts(input, ['plan'])]
  },
  output: () => [],
}
