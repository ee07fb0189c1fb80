import { useKeys } from '../keys.ts'
import { hrefTo, navigate } from '../router.ts'

const VIEWS = [
  { name: 'session', label: 'Conversation', path: '', key: 'C' },
  { name: 'story', label: 'Story', path: '/story', key: 'S' },
  { name: 'timeline', label: 'Timeline', path: '/timeline', key: 'T' },
] as const

type SessionViewName = (typeof VIEWS)[number]['name']

/** The ways to look at a session, each at an address of its own; their keys work in all of them. */
export function SessionViews({ id, current }: { readonly id: string; readonly current: SessionViewName }) {
  const others = VIEWS.filter(({ name }) => name !== current)
  useKeys(
    'Views of the session',
    others.map(({ key, label, path }) => ({
      keys: [key],
      says: label.toLowerCase(),
      run: () => navigate(hrefOf(id, path)),
    })),
  )
  return (
    <nav class="sub-views" aria-label="Views of the session">
      {VIEWS.map(({ name, label, path, key }) => (
        <a key={name} href={hrefOf(id, path)} title={key} aria-current={name === current ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}

function hrefOf(id: string, path: string): string {
  return hrefTo(`/session/${encodeURIComponent(id)}${path}`)
}
