import { useLayoutEffect, useRef } from 'preact/hooks'
import { limitElements } from '../../../../page/limit-elements.ts'
import { toElements } from '../../../../page/set-html.ts'
import type { FileTouch } from '../../../../query/lookups/file-history.ts'
import { languageOfPath } from '../../../../render/html/language.ts'
import { drawParts } from '../../../../render/html/parts.ts'
import type { Part } from '../../../../render/view/part.ts'
import { sanitizeLine, sanitizeText } from '../../../../text/sanitize.ts'
import type { FileChange } from '../../routes/file-change.ts'
import { useApi } from '../api.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'

const MAX_ELEMENTS = 1500
const SHORT_PROMPT = 90

interface ChangeBodyProps {
  readonly touch: FileTouch
  /** As it was called then. */
  readonly path: string
}

/** What was done to the file in one turn, and the whole prompt it was done for. */
export function ChangeBody({ touch, path }: ChangeBodyProps) {
  const { data, error, reload } = useApi<FileChange>('/files/change', {
    session: touch.sessionId,
    agent: touch.agent,
    turn: touch.turn,
    path,
    action: touch.action,
  })
  if (error) return <ErrorBox error={error} retry={reload} />
  if (!data) return <Loading text="Reading the change" />
  return (
    <div class="change">
      {isSaidAbove(data.prompt, touch) ? null : (
        <section class="change-prompt" aria-label="Prompt">
          <p>{sanitizeText(data.prompt)}</p>
        </section>
      )}
      {data.calls.length === 0 ? <p class="quiet">The transcript no longer says what was done.</p> : null}
      {data.calls.map((call, at) => (
        <div key={at} class="change-call row">
          {data.calls.length > 1 || call.isError ? (
            <p class="change-tool">
              {call.tool} {call.isError ? <span class="change-failed">failed</span> : null}
            </p>
          ) : null}
          <Parts parts={call.parts} path={path} />
        </div>
      ))}
      {data.isCut ? <p class="quiet">It is longer than what is shown here: the session has all of it.</p> : null}
    </div>
  )
}

/** A short prompt stands in the row already. */
function isSaidAbove(prompt: string, touch: FileTouch): boolean {
  const isShort = prompt.length <= SHORT_PROMPT && sanitizeLine(prompt) === sanitizeLine(touch.prompt)
  return prompt.trim() === '' || isShort
}

/** Drawn as everywhere else; the elements are not Preact's. */
export function Parts({ parts, path }: { readonly parts: readonly Part[]; readonly path: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const content = toElements(drawParts(parts, { mediaRef: () => undefined, lang: languageOfPath(path) }))
    limitElements(content, MAX_ELEMENTS)
    const hasCode = content.querySelector('code[data-lang]') !== null
    box.current?.replaceChildren(content)
    if (hasCode) void highlight(box.current)
  }, [parts, path])
  return <div ref={box} class="body" />
}

/** The highlighter is loaded when there is something to colour. */
async function highlight(root: HTMLElement | null): Promise<void> {
  const { highlightCode } = await import('../../../../page/highlight-code.ts')
  if (root?.isConnected) highlightCode(root, () => MAX_ELEMENTS)
}
