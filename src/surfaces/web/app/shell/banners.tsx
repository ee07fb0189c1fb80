import { useEffect, useState } from 'preact/hooks'
import { useAbout } from '../about.ts'
import { connection } from '../connection.ts'
import { isForgetful } from '../key.ts'
import { useShared } from '../shared-value.ts'
import { FORGETFUL } from './locked-page.tsx'

const CALM_MS = 1200

/** What is wrong with the server or with keeping, over every view; nothing while all is well. */
export function Banners() {
  const isGone = useIsGone()
  const forgets = useShared(isForgetful)
  const keeper = useAbout()?.keeper
  const problem = keeper?.problem
  return (
    <div class="banners" role="status">
      {isGone ? (
        <p class="banner">
          backscroll does not answer. This page tries again by itself; if it was closed, start it with{' '}
          <code>backscroll open</code>.
        </p>
      ) : null}
      {!isGone && problem !== undefined && problem !== '' ? <p class="banner">{problem}</p> : null}
      {forgets ? <p class="banner">{FORGETFUL}</p> : null}
    </div>
  )
}

/** A connection that is back at once is not worth a word. */
function useIsGone(): boolean {
  const state = useShared(connection)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    if (state !== 'gone') {
      setGone(false)
      return undefined
    }
    const timer = setTimeout(() => setGone(true), CALM_MS)
    return () => clearTimeout(timer)
  }, [state])
  return isGone
}
