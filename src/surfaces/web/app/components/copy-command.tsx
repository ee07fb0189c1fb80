import { copyText } from '../../../../page/copy-text.ts'
import { say } from '../toast.ts'

/** A command to be run in a terminal, and a button that copies it. */
export function CopyCommand({ command }: { readonly command: string }) {
  const copy = async (): Promise<void> => say((await copyText(command)) ? 'Copied' : 'The browser does not let us copy')
  return (
    <span class="command">
      <code>{command}</code>
      <button type="button" class="button command-copy" aria-label={`Copy ${command}`} onClick={() => void copy()}>
        Copy
      </button>
    </span>
  )
}
