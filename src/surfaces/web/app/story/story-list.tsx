import { safeUrl } from '../../../../render/html/safe-url.ts'
import type { StoryItem, StorySection } from '../../../../render/story/sections.ts'
import { formatInteger } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { hrefTo } from '../router.ts'
import { PlaceLinks } from './place-links.tsx'
import { MoreButton, useWholeList } from './whole-list.tsx'

interface SectionProps {
  readonly id: string
  readonly section: Omit<StorySection, 'id'> & { readonly id: string }
  /** Stands below the title. */
  readonly note?: string
}

/** One part of a story; long ones show their beginning. */
export function StoryList({ id, section, note }: SectionProps) {
  const { items, title } = section
  const list = useWholeList(section.id, items)
  return (
    <section class={`told-section is-${section.id}`} aria-labelledby={`told-${section.id}`}>
      <h2 id={`told-${section.id}`}>
        {title} {items.length > 1 ? <span class="count">{formatInteger(items.length)}</span> : null}
      </h2>
      {note === undefined ? null : <p class="told-note-line">{note}</p>}
      <ul class="told-list">
        {list.shown.map((item, at) => (
          <Item key={at} id={id} item={item} />
        ))}
      </ul>
      <MoreButton list={list} count={items.length} />
    </section>
  )
}

/** The words beside it say the same. */
const SIGNS = { good: '✓', bad: '✗', open: '○' } as const

function Item({ id, item }: { readonly id: string; readonly item: StoryItem }) {
  const { detail, mark, places } = item
  return (
    <li class="told">
      <span class={`told-mark is-${mark ?? 'plain'}`} aria-hidden="true">
        {mark ? SIGNS[mark] : '·'}
      </span>
      <p class="told-text">
        <Words item={item} />
        {detail === undefined ? null : <span class="told-detail">{sanitizeLine(detail)}</span>}
      </p>
      <PlaceLinks id={id} places={places} />
    </li>
  )
}

/** A file leads to its history, an address outside to itself where it is a safe one. */
function Words({ item: { text, file, url } }: { readonly item: StoryItem }) {
  const words = sanitizeLine(text)
  if (file !== undefined) {
    return (
      <a class="told-words" href={hrefTo('/files', { path: file })} title={sanitizeLine(file)}>
        {words}
      </a>
    )
  }
  const href = url === undefined || !/^https?:/i.test(url) ? undefined : safeUrl(url)
  if (href === undefined) return <span class="told-words">{words}</span>
  return (
    <a class="told-words" href={href} rel="noreferrer noopener" target="_blank">
      {words}
    </a>
  )
}
