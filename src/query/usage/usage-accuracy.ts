/** How far the numbers of a report can be trusted. */
export interface UsageAccuracy {
  readonly requests: number
  readonly finished: number
  /** R11: their output is a lower bound. */
  readonly unfinished: number
  readonly unfinishedOutputTokens: number
  /** R27, most tokens first. Empty where no money was asked for. */
  readonly unpriced: readonly { readonly model: string; readonly requests: number; readonly tokens: number }[]
  /** R3, R8: lines that repeat a request. */
  readonly copiesDropped: number
  /** In the sessions the report is about. */
  readonly unreadableLines: number
  /** R1: agents whose file is missing, known from progress lines; not in any total. */
  readonly seenInProgress: { readonly requests: number; readonly tokens: number }
  /** R28: requests whose cost the client recorded. */
  readonly recordedCosts: number
  /** Requests without a time: in no day, and left out by bounds. */
  readonly withoutTime: number
  /** The table of prices; undefined where no money was asked for. */
  readonly prices: { readonly version: string; readonly from: string } | undefined
  /** R15. */
  readonly neverRecorded: readonly string[]
}

export const NEVER_RECORDED: readonly string[] = [
  'background safety checks',
  'titles and summaries that the client asks for by itself',
  'sessions run with persistence off',
]
