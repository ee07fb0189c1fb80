import { describeFilter } from '../../../../page/filter.ts'
import { formatInteger } from '../../../../text/count.ts'
import { LiveMark } from '../components/live-mark.tsx'
import { setQuery, useRoute } from '../router.ts'
import { useShared } from '../shared-value.ts'
import { PAGE_LEVELS, type PageLevel } from './list/view-state.ts'
import { Placed } from './placed.tsx'
import type { SessionController, Shown } from './session-controller.ts'

interface BarProps {
  readonly controller: SessionController
  readonly title: string
  readonly isContentsOpen: boolean
  readonly onContents: () => void
}

const LEVEL_NAMES: { readonly [Level in PageLevel]: string } = {
  prompts: 'Prompts',
  answers: 'Answers',
  tools: 'Tools',
  all: 'All',
  raw: 'Raw',
}

/** What stays at hand while the rows go by. */
export function SessionBar({ controller, title, isContentsOpen, onContents }: BarProps) {
  const shown = useShared(controller.shown)
  return (
    <>
      <div class="bar-line">
        <button
          type="button"
          class="contents-button"
          aria-expanded={isContentsOpen}
          aria-controls="contents"
          onClick={onContents}
        >
          Contents
        </button>
        <p class="bar-title" title={title}>
          {title}
        </p>
        <Levels shown={shown} controller={controller} />
        <button
          type="button"
          class="open-all"
          title="Open or close everything (O)"
          onClick={() => controller.toggleAll()}
        >
          {shown.isAllOpen ? 'Close all' : 'Open all'}
        </button>
        <Placed name="bar-find" root={controller.finding.bar.root} />
        <div class="bar-tools">
          <button
            type="button"
            aria-expanded={shown.isFilterOpen}
            aria-controls="filter"
            title="Filter by kind and tool (f)"
            onClick={() => controller.filtering.toggle()}
          >
            Filter
          </button>
          <FollowSwitch shown={shown} controller={controller} />
          <InspectSwitch />
        </div>
        <Placed name="bar-panel" id="filter" root={controller.filtering.panel.root} />
      </div>
      <Notice shown={shown} controller={controller} />
    </>
  )
}

function Levels({ shown, controller }: { readonly shown: Shown; readonly controller: SessionController }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div class="levels" role="group" aria-label="How much to show">
      {PAGE_LEVELS.map((level, at) => (
        <button
          key={level}
          type="button"
          title={`${at + 1}`}
          aria-pressed={shown.level === level && !shown.isFiltering}
          onClick={() => controller.setLevel(level)}
        >
          {LEVEL_NAMES[level]}
        </button>
      ))}
    </div>
  )
}

const FOLLOW_TITLE = 'Stay at the end while it grows (F)'

function FollowSwitch({ shown, controller }: { readonly shown: Shown; readonly controller: SessionController }) {
  return (
    <button
      type="button"
      class={shown.isFollowPaused ? 'follow is-paused' : 'follow'}
      aria-pressed={shown.isFollowing}
      title={shown.isFollowPaused ? 'Paused while you read elsewhere: back to the end (F)' : FOLLOW_TITLE}
      onClick={() => controller.follow.toggle()}
    >
      Follow{shown.isFollowPaused ? <span class="sr"> paused</span> : null}
    </button>
  )
}

function InspectSwitch() {
  const isOpen = useRoute().query.has('inspect')
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      title="Files, tools, agents, cost (i)"
      onClick={() => setQuery({ inspect: isOpen ? undefined : 'files', ...(isOpen ? { file: undefined } : {}) })}
    >
      Inspect
    </button>
  )
}

/** Says that not all rows are shown, or what a running session is doing. */
function Notice({ shown, controller }: { readonly shown: Shown; readonly controller: SessionController }) {
  const { status } = shown.open
  const isLive = status.state === 'working' || status.state === 'waiting'
  return (
    <>
      {shown.missing === '' ? null : (
        <p class="bar-notice" role="status">
          {shown.missing}
        </p>
      )}
      {shown.isFiltering ? (
        <p class="bar-notice">
          <span>
            Only {describeFilter(controller.reading.state.filter)} · {formatInteger(shown.found)}
          </span>
          <button type="button" class="text-button" onClick={() => controller.filtering.clear()}>
            Show everything
          </button>
        </p>
      ) : null}
      {isLive ? (
        <p class="bar-notice" role="status">
          <LiveMark status={status} />
        </p>
      ) : null}
    </>
  )
}
