import type { Answer } from './answer.ts'
import type { Scripts } from './scripts.ts'

/** What a request of the client asks for, as far as the scripted model looks at it. */
export interface RequestBody {
  readonly model: string
  readonly stream?: boolean
  readonly max_tokens?: number
  readonly system?: string | readonly TextBlock[]
  readonly messages: readonly RequestMessage[]
  readonly tools?: readonly { readonly name: string }[]
  readonly metadata?: { readonly user_id?: string }
  readonly output_config?: { readonly format?: { readonly schema?: Schema } }
  readonly output_format?: { readonly schema?: Schema }
}

export interface RequestMessage {
  readonly role: string
  readonly content: string | readonly TextBlock[]
}

interface TextBlock {
  readonly type: string
  readonly text?: string
}

interface Schema {
  readonly properties?: { readonly [name: string]: { readonly type?: string; readonly enum?: readonly string[] } }
}

/** `script`: a prompt says which; the others are what the client asks for by itself, and stand in no transcript. */
export type RequestKind = 'script' | 'compaction' | 'title' | 'plain'

export interface Choice {
  readonly kind: RequestKind
  readonly script: string | undefined
  readonly step: number
  readonly answer: Answer
}

/** A prompt that holds `[play NAME]` is answered by that script: its n-th step after n answers since that prompt. */
export function chooseAnswer(body: RequestBody, scripts: Scripts): Choice {
  const schema = body.output_config?.format?.schema ?? body.output_format?.schema
  if (schema) return { kind: 'title', script: undefined, step: 0, answer: say(JSON.stringify(fill(schema))) }
  if (/create a detailed summary/i.test(textOf(body.messages.at(-1)))) {
    const summary = '<summary>\nThe SUMMARISED part was about ferries.\n</summary>'
    return {
      kind: 'compaction',
      script: undefined,
      step: 0,
      answer: say(`<analysis>\nFerries.\n</analysis>\n${summary}`),
    }
  }
  if (!body.tools?.length) return { kind: 'title', script: undefined, step: 0, answer: say('{"title":"Ferries"}') }
  const at = body.messages.findLastIndex(message => findScript(message) !== undefined)
  const script = findScript(body.messages[at])
  const steps = script === undefined ? undefined : scripts[script]?.({ planPath: findPlanPath(body) })
  if (!steps) return { kind: 'plain', script: undefined, step: 0, answer: say('Nothing is scripted for this.') }
  const step = body.messages.slice(at).filter(({ role }) => role === 'assistant').length
  return { kind: 'script', script, step, answer: steps[step] ?? say(`The script ${script} is over.`) }
}

function say(text: string): Answer {
  return { blocks: [{ type: 'text', text }] }
}

/** What people and programs wrote, without what the client or a hook added to it. */
function findScript(message: RequestMessage | undefined): string | undefined {
  if (message?.role !== 'user') return undefined
  const text = textOf(message).replace(/<(system-reminder|backscroll-recall)>.*?<\/\1>/gs, '')
  return [...text.matchAll(/\[play ([a-z-]+)\]/g)].at(-1)?.[1]
}

export function textOf(message: RequestMessage | undefined): string {
  const content = message?.content ?? ''
  return typeof content === 'string' ? content : content.map(block => block.text ?? '').join('\n')
}

function findPlanPath(body: RequestBody): string {
  const paths = JSON.stringify([body.system, body.messages]).matchAll(/\/[^\s"\\`]*\/plans\/[^\s"\\`]+\.md/g)
  return [...paths].at(-1)?.[0] ?? ''
}

function fill(schema: Schema): object {
  const entries = Object.entries(schema.properties ?? {}).map(([name, { type, enum: words }]) => {
    if (words) return [name, words[0]]
    if (type === 'boolean') return [name, true]
    if (type === 'array') return [name, []]
    return [name, type === 'string' ? 'Ferries' : 1]
  })
  return Object.fromEntries(entries)
}
