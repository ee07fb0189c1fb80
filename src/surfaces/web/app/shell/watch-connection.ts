import { askAbout } from '../about.ts'
import { connection } from '../connection.ts'
import { openEvents } from '../events.ts'

const AGAIN_MS = 2000

/**
 * While the server is gone, asks for it again and again; once it is back, everything goes on. Where it wants a key, nobody
 * asks until there may be one. Called once.
 */
export function watchConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasGone = false
  const probe = async (): Promise<void> => {
    await askAbout(true)
    if (connection.value === 'gone') timer = setTimeout(() => void probe(), AGAIN_MS)
  }
  connection.listen(state => {
    clearTimeout(timer)
    if (state === 'gone') {
      wasGone = true
      timer = setTimeout(() => void probe(), 0)
      return
    }
    if (state === 'open' && wasGone) openEvents()
    wasGone = state === 'locked'
  })
}
