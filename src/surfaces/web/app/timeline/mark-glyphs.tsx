import { MARK_KINDS, type MarkKind } from '../../../../query/story/session-timeline.ts'

interface MarkLook {
  readonly name: string
  readonly plural: string
  /** Around 0,0; eight pixels wide. */
  readonly path: string
  readonly isFilled: boolean
  readonly tone: 'good' | 'bad' | 'accent' | 'plain'
}

/** Each kind has a shape of its own: nobody has to see colours. */
export const MARK_LOOKS: { readonly [Kind in MarkKind]: MarkLook } = {
  commit: { name: 'commit', plural: 'commits', path: 'M0-4.5 4.5 0 0 4.5-4.5 0Z', isFilled: true, tone: 'accent' },
  'pull-request': {
    name: 'pull request opened',
    plural: 'pull requests opened',
    path: 'M0-4.5 4.5 0 0 4.5-4.5 0Z',
    isFilled: false,
    tone: 'accent',
  },
  'tests-passed': {
    name: 'test run passed',
    plural: 'test runs passed',
    path: 'M-4 0.5-1.2 3.5 4-3.5',
    isFilled: false,
    tone: 'good',
  },
  'tests-failed': {
    name: 'test run failed',
    plural: 'test runs failed',
    path: 'M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5',
    isFilled: false,
    tone: 'bad',
  },
  error: { name: 'error', plural: 'errors', path: 'M0-4.2 4.4 3.8H-4.4Z', isFilled: true, tone: 'bad' },
  question: {
    name: 'question to you',
    plural: 'questions to you',
    path: 'M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0',
    isFilled: false,
    tone: 'plain',
  },
  correction: {
    name: 'correction by you',
    plural: 'corrections by you',
    path: 'M3.8-4.2-4.4 0 3.8 4.2Z',
    isFilled: false,
    tone: 'plain',
  },
  interruption: {
    name: 'interruption',
    plural: 'interruptions',
    path: 'M-3.6-3.6H3.6V3.6H-3.6Z',
    isFilled: true,
    tone: 'plain',
  },
  compaction: {
    name: 'compaction of the context',
    plural: 'compactions of the context',
    path: 'M0-5V-2M0-1V1M0 2V5',
    isFilled: false,
    tone: 'plain',
  },
}

/** One sign; the words beside it say the same. */
export function MarkGlyph({ kind }: { readonly kind: MarkKind }) {
  return (
    <svg class={glyphClass(kind)} viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true">
      <path d={MARK_LOOKS[kind].path} />
    </svg>
  )
}

export function glyphClass(kind: MarkKind): string {
  const { tone, isFilled } = MARK_LOOKS[kind]
  return `mark-glyph is-${tone}${isFilled ? ' is-filled' : ''}`
}

/** `2 commits, 1 error`. */
export function countMarks(
  marks: readonly { readonly kind: MarkKind }[],
): readonly { kind: MarkKind; count: number }[] {
  return MARK_KINDS.map(kind => ({ kind, count: marks.filter(mark => mark.kind === kind).length })).filter(
    ({ count }) => count > 0,
  )
}

export function nameMarks({ kind, count }: { readonly kind: MarkKind; readonly count: number }): string {
  const { name, plural } = MARK_LOOKS[kind]
  return count === 1 ? name : `${count} ${plural}`
}
