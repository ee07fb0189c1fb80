import type { ApiError } from '../api.ts'

/** What went wrong, in the server's words, and what to do about it. */
export function ErrorBox({ error, retry }: { readonly error: ApiError; readonly retry?: (() => void) | undefined }) {
  return (
    <div class="error-box" role="alert">
      <p class="error-message">{error.message}</p>
      {error.hint === '' ? null : <p class="error-hint">{error.hint}</p>}
      {retry ? (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      ) : null}
    </div>
  )
}
