import { createShared } from './shared-value.ts'

/** `open`: the server answers. `gone`: it does not. `locked`: it wants the address that was printed with the token. */
export type Connection = 'open' | 'gone' | 'locked'

export const connection = createShared<Connection>('open')
