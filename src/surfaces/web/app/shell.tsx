import { useState } from 'preact/hooks'
import { switchTheme } from '../../../page/theme.ts'
import { connection } from './connection.ts'
import { useKeys } from './keys.ts'
import { navigate, useRoute } from './router.ts'
import { useShared } from './shared-value.ts'
import { Announcer } from './shell/announcer.tsx'
import { Banners } from './shell/banners.tsx'
import { Header, SEARCH_BOX } from './shell/header.tsx'
import { HelpDialog } from './shell/help-dialog.tsx'
import { LockedPage } from './shell/locked-page.tsx'
import { Outlet } from './shell/outlet.tsx'
import { say } from './toast.ts'

/** Everything around the views. */
export function Shell() {
  const state = useShared(connection)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { view } = useRoute()
  const showHelp = (): void => setHelpOpen(true)
  useKeys('Everywhere', [
    { keys: ['/'], says: 'search', run: focusSearch },
    { keys: ['g h'], says: 'home', run: () => navigate('/') },
    { keys: ['g l'], says: 'sessions', run: () => navigate('/sessions') },
    { keys: ['g s'], says: 'search everything', run: () => navigate('/search') },
    { keys: ['g f'], says: 'files', run: () => navigate('/files') },
    { keys: ['g u'], says: 'usage', run: () => navigate('/usage') },
    { keys: ['g d'], says: 'health', run: () => navigate('/health') },
    { keys: ['t'], says: 'light or dark', run: changeTheme },
    { keys: ['?'], says: 'this help', run: showHelp },
  ])
  if (state === 'locked') return <LockedPage />
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <Header view={view} onHelp={showHelp} onTheme={changeTheme} />
      <Banners />
      <Outlet />
      <Announcer />
      {isHelpOpen ? <HelpDialog onClose={() => setHelpOpen(false)} /> : null}
    </>
  )
}

function changeTheme(): void {
  say(switchTheme() === 'dark' ? 'Dark colours' : 'Light colours')
}

/** Where the search view is open its own box is meant. */
function focusSearch(): void {
  const box = document.getElementById(SEARCH_BOX) ?? document.querySelector<HTMLElement>('main input[type=search]')
  box?.focus()
}
