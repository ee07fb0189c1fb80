import { asObject, type JsonObject } from '../../format/json.ts'
import type { HumanInput } from '../../model/facts/facts.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { findResult, findUse, joinText, toBlocks } from './content.ts'
import type { QuestionPart } from './part.ts'
import type { InputRow } from './row.ts'
import { placeOf, readJson, type Scene } from './scene.ts'
import { readQuestions } from './tools/dialogue.ts'

/** What the user chose when asked, with the questions. */
export function answerRow(scene: Scene, entry: ThreadEntry, input: HumanInput, json: JsonObject): InputRow {
  const questions = askedQuestions(scene, input, json)
  const hasAnswers = questions.some(question => question.answer !== undefined)
  return {
    ...placeOf(scene, entry, 'prompts'),
    kind: 'input',
    source: 'answer',
    text: hasAnswers ? '' : input.text,
    fold: undefined,
    note: '',
    media: [],
    questions: hasAnswers ? questions : [],
  }
}

function askedQuestions(scene: Scene, input: HumanInput, json: JsonObject): readonly QuestionPart[] {
  const fields = asObject(json.toolUseResult) ?? {}
  const { call } = input
  const result = call && findResult(json, call.id)
  const use = call?.use && readJson(scene, call.use)
  const block = call && use && findUse(use, call.id)
  const asked = asObject(block?.input) ?? fields
  return readQuestions(asked, { structured: fields, text: joinText(toBlocks(result?.content)) })
}
