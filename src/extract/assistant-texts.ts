import { type Block, type BlockKind, readBlocks } from '../format/blocks/table.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import type { TextColumn } from '../model/text-column.ts'
import { listTexts } from './list-texts.ts'
import type { TextSink } from './text-sink.ts'

/** Answers of the client itself, such as API errors. */
const SYNTHETIC = '<synthetic>'
const NO_ANSWER = 'No response requested.'

/** What is searched of an `assistant` entry. Calls of the client's tools are units of their own. */
export function readAssistantTexts(json: JsonObject, sink: TextSink): void {
  const message = asObject(json.message)
  const answer: TextColumn = message?.model === SYNTHETIC ? 'note' : 'answer'
  for (const block of readBlocks(message?.content)) READERS[block.kind](block, sink, answer)
}

type Reader = (block: Block, sink: TextSink, answer: TextColumn) => void

const READERS: { readonly [Kind in BlockKind]: Reader } = {
  text({ json }, sink, answer) {
    const text = asString(json.text) ?? ''
    if (answer === 'note' && text === NO_ANSWER) sink.leaveOut(text)
    else sink.add(answer, text)
  },
  thinking: ({ json }, sink) => sink.add('thinking', asString(json.thinking) ?? ''),
  // Tools that run at the API have no result line: what they were asked and what they told stands here.
  server_tool_use: ({ json }, sink) => sink.addOutput('input', listTexts(json.input).join('\n')),
  advisor_tool_result: ({ json }, sink) => sink.add('note', listTexts(json.content).join('\n')),
  unknown: leaveOut,
  document: leaveOut,
  tool_result: leaveOut,
  tool_use: ignore,
  redacted_thinking: ignore,
  fallback: ignore,
  image: ignore,
  tool_reference: ignore,
}

function leaveOut({ json }: Block, sink: TextSink): void {
  for (const text of listTexts(json)) sink.leaveOut(text)
}

function ignore(): void {}
