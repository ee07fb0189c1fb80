import { useEffect, useRef, useState } from 'preact/hooks'
import { usualLevel } from '../../../../share/export-shape.ts'
import { type ApiError, toApiError } from '../api.ts'
import { Dialog } from '../components/dialog.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { say } from '../toast.ts'
import { ExportChoices } from './export-choices.tsx'
import type { ExportRequest } from './export-request.ts'
import { RedactionReviewStep } from './redaction-review.tsx'
import { saveExport } from './save-file.ts'

export interface ExportDialogProps {
  readonly id: string
  readonly title: string
  /** `4-9`: these turns alone, until somebody says otherwise. */
  readonly turns?: string | undefined
  onClose(): void
}

/** Two steps: what to write, and what is taken out of it. Nothing is saved before both were seen. */
export function ExportDialog({ id, title, turns = '', onClose }: ExportDialogProps) {
  const [request, setRequest] = useState<ExportRequest>(() => firstRequest(turns))
  const [step, setStep] = useState<'choose' | 'review'>('choose')
  const { error, isSaving, save } = useSaving(id, onClose)
  const change = (changes: Partial<ExportRequest>): void => setRequest(before => ({ ...before, ...changes }))
  return (
    <Dialog title={step === 'choose' ? 'Export' : 'What is taken out'} onClose={onClose} class="export-dialog">
      <p class="quiet export-title">{title}</p>
      {step === 'choose' ? (
        <ExportChoices request={request} onChange={change} />
      ) : (
        <RedactionReviewStep id={id} request={request} onChange={change} onClose={onClose} />
      )}
      {error ? <ErrorBox error={error} /> : null}
      <div class="dialog-foot">
        {step === 'review' ? (
          <button type="button" class="button" onClick={() => setStep('choose')}>
            Back
          </button>
        ) : null}
        {step === 'choose' && request.redact ? (
          <button type="button" class="button-main" onClick={() => setStep('review')}>
            Review
          </button>
        ) : (
          <button type="button" class="button-main" disabled={isSaving} onClick={() => save(request)}>
            {isSaving ? 'Writing…' : 'Save'}
          </button>
        )}
      </div>
    </Dialog>
  )
}

function firstRequest(turns: string): ExportRequest {
  return {
    format: 'html',
    level: usualLevel('html'),
    turns,
    agents: 'nested',
    hasImages: true,
    redact: true,
    people: false,
    words: [],
    keep: [],
  }
}

interface Saving {
  readonly error: ApiError | undefined
  readonly isSaving: boolean
  save(request: ExportRequest): void
}

/** A dialog that is closed takes the question back. */
function useSaving(id: string, onClose: () => void): Saving {
  const [error, setError] = useState<ApiError>()
  const [isSaving, setSaving] = useState(false)
  const controller = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const save = async (request: ExportRequest): Promise<void> => {
    const asked = new AbortController()
    controller.current = asked
    setError(undefined)
    setSaving(true)
    try {
      say(`Saved ${await saveExport(id, request, asked.signal)}`)
      onClose()
    } catch (thrown) {
      if (!asked.signal.aborted) setError(toApiError(thrown))
    } finally {
      setSaving(false)
    }
  }
  return { error, isSaving, save: request => void save(request) }
}
