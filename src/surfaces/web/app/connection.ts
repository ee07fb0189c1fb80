import { createShared } from './shared-value.ts'

/** `open`: the server answers. `gone`: it does not. `locked`: it wants a key that this browser does not have. */
export type Connection = 'open' | 'gone' | 'locked'

export const connection = createShared<Connection>('open')
