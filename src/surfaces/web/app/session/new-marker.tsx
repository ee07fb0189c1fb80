import { formatNumberOf } from '../../../../text/count.ts'
import { useShared } from '../shared-value.ts'
import type { SessionController } from './session-controller.ts'

/** Says at the foot of the window what came below it. */
export function NewMarker({ controller }: { readonly controller: SessionController }) {
  const { newRows } = useShared(controller.shown)
  return (
    <div class="new-marker" role="status">
      {newRows > 0 ? (
        <button type="button" class="button" onClick={() => controller.follow.toEnd()}>
          {formatNumberOf(newRows, 'new row')} — show
        </button>
      ) : null}
    </div>
  )
}
