import type { Entry } from '../src/format/entry.ts'
import { createParser } from '../src/format/parser.ts'
import type { Story } from '../src/narrative/story.ts'
import { type LineWriter, writeLines } from './live-lines.ts'
import { tellSession } from './tell-session.ts'
import { ONE } from './temp-tree.ts'

/** A transcript in few words: what a person types, what the model says, and calls with their results. */
export interface StoryLines {
  person(text: string): StoryLines
  says(text: string): StoryLines
  run(command: string, output: string, outcome?: 'failed' | 'refused' | 'pending'): StoryLines
  edit(path: string, outcome?: 'failed'): StoryLines
  write(path: string): StoryLines
  read(path: string): StoryLines
  /** Any call; without a result it is left pending. */
  call(
    name: string,
    input: object,
    result?: { readonly text: string; readonly structured?: unknown; readonly isError?: boolean },
  ): StoryLines
  interrupts(): StoryLines
  line(fields: object): StoryLines
  /** A line that is not part of the chain. */
  note(fields: object): StoryLines
  /** The next line stands below this one again. */
  backTo(uuid: string | null): StoryLines
  readonly last: string | null
  readonly lines: readonly object[]
}

const START = Date.parse('2026-03-02T09:00:00Z')

export function startStory(): StoryLines {
  const writer: LineWriter = writeLines(START)
  const lines: object[] = []
  let calls = 0
  let parent: string | null | undefined
  const add = (make: (options: { parent?: string | null }) => object): StoryLines => {
    lines.push(make(parent === undefined ? {} : { parent }))
    parent = undefined
    return story
  }
  const story: StoryLines = {
    person: text => add(options => writer.prompt(text, options)),
    says: text => add(options => writer.answer(text, options)),
    run(command, output, outcome) {
      if (outcome === 'pending') return story.call('Bash', { command })
      if (outcome === 'refused')
        return story.call(
          'Bash',
          { command },
          { text: refusal(output), structured: `Error: ${refusal(output)}`, isError: true },
        )
      if (outcome === 'failed')
        return story.call(
          'Bash',
          { command },
          { text: `Exit code 1\n${output}`, structured: `Error: Exit code 1\n${output}`, isError: true },
        )
      return story.call(
        'Bash',
        { command },
        { text: output, structured: { stdout: output, stderr: '', interrupted: false } },
      )
    },
    edit(path, outcome) {
      const input = { file_path: path, old_string: 'a', new_string: 'b' }
      if (outcome === 'failed') {
        const text = '<tool_use_error>String to replace not found in file.</tool_use_error>'
        return story.call('Edit', input, {
          text,
          structured: 'Error: String to replace not found in file.',
          isError: true,
        })
      }
      const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }]
      return story.call('Edit', input, {
        text: 'done',
        structured: { filePath: path, structuredPatch, originalFile: 'a' },
      })
    },
    write: path =>
      story.call(
        'Write',
        { file_path: path, content: 'x\n' },
        {
          text: 'done',
          structured: { type: 'create', filePath: path, content: 'x\n', structuredPatch: [], originalFile: null },
        },
      ),
    read: path =>
      story.call(
        'Read',
        { file_path: path },
        {
          text: '1→x',
          structured: {
            type: 'text',
            file: { filePath: path, content: 'x', numLines: 1, startLine: 1, totalLines: 1 },
          },
        },
      ),
    call(name, input, result) {
      const id = `t${++calls}`
      add(options => writer.call(id, name, input, options))
      if (!result) return story
      const content = [
        { type: 'tool_result', tool_use_id: id, content: result.text, ...(result.isError ? { is_error: true } : {}) },
      ]
      return add(options =>
        writer.line(
          {
            type: 'user',
            message: { role: 'user', content },
            ...(result.structured === undefined ? {} : { toolUseResult: result.structured }),
          },
          options,
        ),
      )
    },
    interrupts: () =>
      add(options =>
        writer.line(
          {
            type: 'user',
            message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
          },
          options,
        ),
      ),
    line: fields => add(options => writer.line(fields, options)),
    note(fields) {
      lines.push({ sessionId: ONE, ...fields })
      return story
    },
    backTo(uuid) {
      parent = uuid
      return story
    },
    get last() {
      return writer.last
    },
    lines,
  }
  return story
}

function refusal(words: string): string {
  const said = words === '' ? '' : ` To tell you how to proceed, the user said:\n${words}`
  return `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).${said}`
}

export function entriesOf(lines: readonly object[]): readonly Entry[] {
  const entries: Entry[] = []
  const parser = createParser({ onEntry: entry => entries.push(entry) })
  parser.push(Buffer.from(lines.map(line => `${JSON.stringify(line)}\n`).join('')))
  parser.finish()
  return entries
}

export function tellLines({ lines }: Pick<StoryLines, 'lines'>): Story {
  return tellSession(ONE, [{ agentId: undefined, entries: entriesOf(lines) }]).story
}
