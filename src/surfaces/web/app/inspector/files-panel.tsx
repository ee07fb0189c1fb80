import { useState } from 'preact/hooks'
import type { InspectFiles, TouchedFile } from '../../../../query/inspect/inspect-files.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { Empty } from '../components/empty.tsx'
import { setQuery, useRoute } from '../router.ts'
import { FileDiff } from './file-diff.tsx'
import { Lines, splitPath } from './file-words.tsx'
import { Answered, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

const PAGE = 60

/** Files that were changed, then those that were only read. */
export function FilesPanel(props: PanelProps) {
  const open = useRoute().query.get('file')
  const [from, setFrom] = useState(0)
  const answer = useInspect<InspectFiles>(props, 'files', { from, limit: PAGE })
  if (open !== null) return <FileDiff key={open} {...props} path={open} cwd={answer.data?.cwd} />
  return (
    <Answered answer={answer}>
      {data =>
        data.total === 0 ? (
          <Empty title="No files">This session read and changed no file that is recorded.</Empty>
        ) : (
          <>
            <p class="inspect-sum">
              {formatNumberOf(data.changed, 'file')} changed <Lines added={data.added} removed={data.removed} />
              {data.total > data.changed ? (
                <span class="quiet">, {formatInteger(data.total - data.changed)} only read</span>
              ) : null}
            </p>
            <ul class="inspect-list">
              {data.files.map((file, at) => {
                const isFirstRead = data.from + at === data.changed && data.changed > 0
                return <FileRow key={file.path} file={file} cwd={data.cwd} isFirstRead={isFirstRead} />
              })}
            </ul>
            <Pager
              from={data.from}
              shown={data.files.length}
              total={data.total}
              size={PAGE}
              what="files"
              onFrom={setFrom}
            />
          </>
        )
      }
    </Answered>
  )
}

interface FileRowProps {
  readonly file: TouchedFile
  readonly cwd: string | undefined
  readonly isFirstRead: boolean
}

function FileRow({ file, cwd, isFirstRead }: FileRowProps) {
  const { folder, name } = splitPath(file.path, cwd)
  const isChanged = file.writes + file.edits > 0 || file.isDeleted
  const words = (
    <>
      <span class="touched-name">{name}</span>
      {isChanged ? <Lines added={file.added} removed={file.removed} /> : <span class="count">{readWords(file)}</span>}
      <span class="touched-about">
        {[folder, ...notesOf(file), isChanged && file.reads > 0 ? readWords(file) : '']
          .filter(text => text !== '')
          .join(' · ')}
      </span>
    </>
  )
  return (
    <li class={isFirstRead ? 'is-first-read' : undefined}>
      {isChanged ? (
        <button
          type="button"
          class="touched-row"
          title={sanitizeLine(file.path)}
          onClick={() => setQuery({ file: file.path })}
        >
          {words}
        </button>
      ) : (
        <div class="touched-row" title={sanitizeLine(file.path)}>
          {words}
        </div>
      )}
    </li>
  )
}

function readWords({ reads }: TouchedFile): string {
  return reads === 1 ? 'read' : `read ${formatInteger(reads)} times`
}

function notesOf(file: TouchedFile): readonly string[] {
  return [
    file.isNew ? 'new' : '',
    file.isDeleted ? 'deleted' : '',
    file.isUserModified ? 'changed by the user' : '',
    file.isByShell ? 'by a command' : '',
    file.agents.length > 0 ? `by ${formatNumberOf(file.agents.length, 'agent')}${file.isInMain ? ' too' : ''}` : '',
  ]
}
