/** What a text of a session is to somebody who searches it. `note`: what the client or another program said. */
export const TEXT_COLUMNS = ['prompt', 'answer', 'thinking', 'note', 'input', 'output'] as const
export type TextColumn = (typeof TEXT_COLUMNS)[number]
