import { asArray, asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import { addHumanInput } from '../facts/add-human-input.ts'
import type { Question } from '../facts/facts.ts'
import { ownHead } from '../facts/own-head.ts'
import { createCallNotes } from './call-notes.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'
import { readAnswer } from './read-answer.ts'

const MAX_TEXT = 500
const MAX_QUESTIONS = 50

/** The whole text of a question is the key of its answer. */
interface Asked {
  readonly key: string
  readonly question: Question
}

const asked = createCallNotes<readonly Asked[]>()

export const askUserQuestion = defineTool({
  names: ['AskUserQuestion'],
  about: 'Asks the user one or more questions with ready answers.',
  seen: '2.0.37 and later; 50 recorded files',
  input: {
    questions: [
      'array',
      'Items `{question, header, options: [{label, description, markdown?, preview?}], multiSelect}`.',
    ],
    question: ['string', 'The one question, in the first release.'],
    answers: ['object', 'Filled in by the client. Code only.'],
    annotations: ['object', 'Filled in by the client. Code only.'],
    metadata: ['object', 'Where the question comes from. Code only.'],
  },
  result: {
    questions: ['array', 'As in the input.'],
    answers: ['object', 'Question text to answer; several choices in one comma-separated text.'],
    annotations: ['object', 'Notes of the user, by question text.'],
  },
  headline: input => {
    const questions = asObjects(input.questions)
    const more = questions.length > 1 ? `(and ${questions.length - 1} more)` : ''
    return oneLine(oneLine(questions[0]?.question ?? input.question), more)
  },
  onUse({ call, input, facts }) {
    const questions = asArray(input.questions) ? asObjects(input.questions) : [input]
    const list: Asked[] = []
    for (const item of questions.slice(0, MAX_QUESTIONS)) {
      const text = asString(item.question)
      if (text === undefined) continue
      const question: Question = {
        question: ownHead(text, MAX_TEXT),
        header: asString(item.header),
        options: readLabels(item),
        isMultiSelect: item.multiSelect === true,
        call,
        answer: undefined,
      }
      facts.questions.push(question)
      list.push({ key: ownHead(text, 10_000), question })
    }
    asked.put(call, list)
  },
  onResult(outcome) {
    for (const { key, question } of asked.take(outcome.call) ?? []) {
      const answer = outcome.call.status === 'ok' ? readAnswer(outcome, key) : undefined
      if (!answer) continue
      question.answer = ownHead(answer, MAX_TEXT)
      addHumanInput(outcome.facts, outcome.call, 'answer', answer)
    }
  },
})

function readLabels(item: JsonObject): readonly string[] {
  const options = asArray(item.options) ?? []
  return options.slice(0, MAX_QUESTIONS).map(option => {
    const label = typeof option === 'string' ? option : asString(asObject(option)?.label)
    return ownHead(label ?? '', 200)
  })
}
