import type { DoctorReport, UnknownRow } from '../../../../query/doctor.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shortenPath } from '../../../../text/shorten-path.ts'
import { useAbout } from '../about.ts'
import { FindingTable } from './finding-table.tsx'

/** Everything that was not understood or could not be read; nothing where all is well. */
export function Findings({ report }: { readonly report: DoctorReport }) {
  const home = useAbout()?.home ?? ''
  const place = (path: string): string => shortenPath({ home }, path)
  const { problems, keep, badLines, badLineCount, unknownKinds, unknownKeys, unknownValues, files } = report
  const messages = [...problems.map(({ message }) => message), ...(keep?.problems ?? [])]
  return (
    <>
      <FindingTable
        title={formatNumberOf(messages.length, 'problem')}
        note="Something could not be read. What is in there is not counted anywhere."
        columns={['What']}
        rows={messages.map(message => [sanitizeLine(message)])}
      />
      <FindingTable
        title={formatNumberOf(badLineCount, 'odd line')}
        note="Lines that are no whole JSON object. They are kept as they are, and shown as such."
        columns={['Place', 'What', 'Why']}
        code={[0, 1]}
        rows={badLines.map(({ path, line, code, message }) => [`${place(path)}:${line}`, code, sanitizeLine(message)])}
        total={badLineCount}
      />
      <UnknownTable
        rows={unknownKinds}
        singular="kind of line that is not known yet"
        plural="kinds of line that are not known yet"
        note="Usually a newer Claude Code. Their text is kept and can be read as raw JSON."
        place={place}
      />
      <UnknownTable
        rows={unknownKeys}
        singular="key that is not known yet"
        plural="keys that are not known yet"
        note="The lines themselves are understood; these parts of them are shown as raw JSON only."
        place={place}
      />
      <UnknownTable
        rows={unknownValues}
        singular="word that is not known yet"
        plural="words that are not known yet"
        note="Fields that say who spoke or what ran hold a word nobody has seen: what is told of these lines may be wrong."
        place={place}
      />
      <FindingTable
        title={formatNumberOf(files.skipped.length, 'file skipped', 'files skipped')}
        note="Files beside the transcripts that are none."
        columns={['File', 'Why']}
        code={[0]}
        rows={files.skipped.map(({ path, why }) => [place(path), sanitizeLine(why)])}
      />
    </>
  )
}

interface UnknownTableProps {
  readonly rows: readonly UnknownRow[]
  readonly singular: string
  readonly plural: string
  readonly note: string
  place(path: string): string
}

function UnknownTable({ rows, singular, plural, note, place }: UnknownTableProps) {
  const names = new Set(rows.map(row => row.name)).size
  return (
    <FindingTable
      title={formatNumberOf(names, singular, plural)}
      note={note}
      columns={['Name', 'Version', 'Count', 'Example']}
      numbers={[2]}
      code={[0, 3]}
      rows={rows.map(({ name, version, count, example }) => [
        sanitizeLine(name),
        sanitizeLine(version),
        formatInteger(count),
        place(example),
      ])}
    />
  )
}
