/** A word that no other process on this machine says: two running ones have different pids. */
export function makeNonce(): string {
  return `${process.pid}-${Math.random().toString(36).slice(2)}`
}
