import { useId } from 'preact/hooks'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import type { ProjectList } from '../../routes/projects.ts'
import { useApi } from '../api.ts'

interface ChoiceFieldProps {
  readonly label: string
  readonly all: string
  readonly value: string | undefined
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  onChange(value: string | undefined): void
}

/** One of several, or all. What the address names is there even where nobody knows it. */
export function ChoiceField({ label, all, value, choices, onChange }: ChoiceFieldProps) {
  const id = useId()
  const isKnown = value === undefined || choices.some(choice => choice.value === value)
  const listed = isKnown ? choices : [{ value, label: sanitizeLine(value) }, ...choices]
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={event => onChange(event.currentTarget.value || undefined)}>
        <option value="">{all}</option>
        {listed.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ProjectFieldProps {
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** Projects by their folder: several may bear one name. */
export function ProjectField({ value, onChange }: ProjectFieldProps) {
  const { data } = useApi<ProjectList>('/projects')
  const projects = data?.projects ?? []
  const names = Map.groupBy(projects, ({ name }) => name)
  const choices = projects
    .filter(({ project }) => project !== '')
    .map(({ project, name }) => {
      const isAlone = name !== '' && names.get(name)?.length === 1
      return { value: project, label: sanitizeLine(isAlone ? name : `${name} (${project})`) }
    })
  return <ChoiceField label="Project" all="All projects" value={value} choices={choices} onChange={onChange} />
}
