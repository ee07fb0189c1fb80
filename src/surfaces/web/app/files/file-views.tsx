import { hrefTo } from '../router.ts'

/** Two ways to look at one file. */
export function FileViews({ path, current }: { readonly path: string; readonly current: 'turns' | 'steps' }) {
  const links = [
    { name: 'turns', label: 'By turn', href: hrefTo('/files', { path }) },
    { name: 'steps', label: 'Step by step', href: hrefTo('/files', { path, view: 'steps' }) },
  ] as const
  return (
    <nav class="sub-views" aria-label="Views of the file">
      {links.map(({ name, label, href }) => (
        <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
