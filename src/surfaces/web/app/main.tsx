/** The page of the local server. It asks the API, draws what comes back and keeps its whole state in the address. */
import { render } from 'preact'
import { restoreTheme } from '../../../page/theme.ts'
import { askAbout, followAbout } from './about.ts'
import { openEvents, restWhileHidden } from './events.ts'
import { openWithKey } from './key.ts'
import { listenToKeys } from './keys.ts'
import { startRouter } from './router.ts'
import { watchConnection } from './shell/watch-connection.ts'
import { Shell } from './shell.tsx'

openWithKey(() => void askAbout(true))
restoreTheme()
startRouter()
listenToKeys()
followAbout()
watchConnection()
openEvents()
restWhileHidden()
render(<Shell />, document.getElementById('app') ?? document.body)
