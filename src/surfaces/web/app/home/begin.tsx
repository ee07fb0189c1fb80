import type { HomeReport } from '../../../../query/home/home-report.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { useAbout } from '../about.ts'
import { CopyCommand } from '../components/copy-command.tsx'

/** Whoever looks at the demo set is told so, and how to begin with their own. */
export function DemoNote() {
  const about = useAbout()
  if (!about?.isDemo) return null
  return (
    <aside class="demo-note" aria-label="Demo">
      <p>
        <strong>These are demo sessions</strong>, in a temporary home: none of them is yours, and all of it goes when
        backscroll ends.
      </p>
      <p>
        To begin with your own, use Claude Code once on this machine and start again with <code>npm start</code>. If
        your transcripts are in another place, name it: <code>backscroll open --root FOLDER</code>
      </p>
    </aside>
  )
}

/** Three lines for a machine without a single session. */
export function HowToBegin({ report }: { readonly report: HomeReport }) {
  const about = useAbout()
  const command = about?.commandName ?? 'backscroll'
  const places = report.roots.map(root => root.path)
  return (
    <div class="begin">
      <h2>No sessions yet</h2>
      <ol>
        <li>
          Nothing was found in{' '}
          {places.length === 0 ? 'the usual places, such as ~/.claude' : sanitizeLine(places.join(', '))}. Use Claude
          Code once on this machine: its sessions appear here by themselves.
        </li>
        <li>
          If your transcripts are in another place, name it: <CopyCommand command={`${command} open --root FOLDER`} />
        </li>
        <li>
          To look around first, open the demo set: <CopyCommand command="backscroll open --demo" />
        </li>
      </ol>
    </div>
  )
}
