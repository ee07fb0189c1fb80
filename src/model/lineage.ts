/** A link from this session to another one, with how it is known. */
export interface LineageLink {
  readonly kind:
    | 'resumed-from'
    | 'resumed-by'
    | 'shares-entries'
    | 'forked-from'
    | 'plan-from'
    | 'continues'
    | 'summarises'
    | 'mixed-with'
  /** Session id where known. */
  readonly sessionId: string | undefined
  /** Entry in that session, where known. */
  readonly entryUuid: string | undefined
  readonly knownBy:
    | 'forked-from-field'
    | 'request-session-id'
    | 'fork-context-ref'
    | 'transcript-path'
    | 'leaf-uuid'
    | 'continued-text'
    | 'other-session-id'
    | 'shared-uuids'
    | 'same-slug'
}
