import { useLayoutEffect, useRef } from 'preact/hooks'
import { toElements } from '../../../../page/set-html.ts'
import type { DiffHunk } from '../../../../query/inspect/file-change.ts'
import { diffHtml } from '../../../../render/html/diff-html.ts'
import { splitDiffHtml } from '../../../../render/html/split-diff-html.ts'

interface DiffViewProps {
  readonly path: string
  readonly hunks: readonly DiffHunk[]
  readonly isSplit: boolean
}

/** Changed lines, drawn as in the rows of the session. */
export function DiffView({ path, hunks, isSplit }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // What JSON leaves out is undefined again.
    const part = {
      kind: 'diff' as const,
      path,
      hunks: hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines })),
    }
    host.current?.replaceChildren(toElements(isSplit ? splitDiffHtml(part) : diffHtml(part)))
  }, [path, hunks, isSplit])
  return <div ref={host} class="row inspect-diff" />
}
