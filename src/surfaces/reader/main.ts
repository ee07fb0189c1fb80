/**
 * The page inside an exported file. It reads the data blocks around it, draws rows through the same drawers as the part
 * for readers without scripts, and asks nothing of any network.
 */

import { restoreTheme } from '../../page/theme.ts'
import { App } from './app.ts'
import { takeBlocks } from './data/read-blocks.ts'
import { SessionData } from './data/session-data.ts'

restoreTheme()
const host = document.getElementById('reader')
if (host) new App(new SessionData(takeBlocks(document)), host)
