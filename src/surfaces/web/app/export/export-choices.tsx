import { useId, useState } from 'preact/hooks'
import type { ExportLevel } from '../../../../share/export-shape.ts'
import { type ExportRequest, FORMATS, LEVELS, withFormat } from './export-request.ts'

interface ExportChoicesProps {
  readonly request: ExportRequest
  onChange(changes: Partial<ExportRequest>): void
}

/** What to write. */
export function ExportChoices({ request, onChange }: ExportChoicesProps) {
  const id = useId()
  const isOriginal = request.format === 'jsonl'
  return (
    <div class="export-choices">
      <fieldset class="export-formats">
        <legend>Format</legend>
        {FORMATS.filter(({ format }) => format !== 'jsonl' || !request.redact).map(({ format, name, says }) => (
          <label key={format} class="choice">
            <input
              type="radio"
              name={`${id}-format`}
              checked={request.format === format}
              onChange={() => onChange(withFormat(request, format))}
            />
            <span>
              {name} <span class="quiet">{says}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="fields">
        {isOriginal ? null : (
          <>
            <div class="field">
              <label for={`${id}-level`}>How much</label>
              <select
                id={`${id}-level`}
                value={request.level}
                onChange={event => onChange({ level: event.currentTarget.value as ExportLevel })}
              >
                {LEVELS.map(({ level, name }) => (
                  <option key={level} value={level}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for={`${id}-agents`}>Subagents</label>
              <select
                id={`${id}-agents`}
                value={request.agents}
                onChange={event => onChange({ agents: event.currentTarget.value as ExportRequest['agents'] })}
              >
                <option value="nested">Where they were called</option>
                <option value="none">Left out</option>
                <option value="only">Nothing else</option>
              </select>
            </div>
            <div class="field turns-field">
              <label for={`${id}-turns`}>Turns</label>
              <input
                id={`${id}-turns`}
                type="text"
                placeholder="all, or 4-9"
                maxLength={20}
                value={request.turns}
                onInput={event => onChange({ turns: event.currentTarget.value })}
              />
            </div>
          </>
        )}
      </div>
      {isOriginal ? null : (
        <label class="choice">
          <input
            type="checkbox"
            checked={request.hasImages}
            onChange={event => onChange({ hasImages: event.currentTarget.checked })}
          />
          <span>
            With images and documents <span class="quiet">nobody looks for secrets in them</span>
          </span>
        </label>
      )}
      <RedactionSwitch request={request} onChange={onChange} />
    </div>
  )
}

/** On unless somebody turns it off, and is told what that means. */
function RedactionSwitch({ request, onChange }: ExportChoicesProps) {
  const [isAsking, setAsking] = useState(false)
  const change = (wanted: boolean): void => {
    if (!wanted) setAsking(true)
    else onChange({ redact: true, ...(request.format === 'jsonl' ? withFormat(request, 'html') : {}) })
  }
  return (
    <div class="redaction-switch">
      <label class="choice">
        <input
          type="checkbox"
          checked={request.redact}
          onChange={event => {
            event.preventDefault()
            change(event.currentTarget.checked)
            event.currentTarget.checked = request.redact
          }}
        />
        <span>
          Take out keys, passwords, names and home folders{' '}
          <span class="quiet">you see each of them before it is saved</span>
        </span>
      </label>
      {isAsking && request.redact ? (
        <div class="redaction-ask" role="alert">
          <p>
            Then everything stays as it was recorded. Whoever gets the file can read every key, password, name and path
            in it. Leave it all in?
          </p>
          <div class="fields">
            <button
              type="button"
              class="button"
              onClick={() => {
                setAsking(false)
                onChange({ redact: false })
              }}
            >
              Leave everything in
            </button>
            <button type="button" class="button" onClick={() => setAsking(false)}>
              Take it out
            </button>
          </div>
        </div>
      ) : null}
      {request.redact ? (
        <label class="choice">
          <input
            type="checkbox"
            checked={request.people}
            onChange={event => onChange({ people: event.currentTarget.checked })}
          />
          <span>
            Also telephone numbers, addresses and national ids{' '}
            <span class="quiet">public IP and MAC addresses, coordinates</span>
          </span>
        </label>
      ) : null}
      {request.redact ? null : <p class="is-warning">Nothing is taken out: keep this file to yourself.</p>}
    </div>
  )
}
