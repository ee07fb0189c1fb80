import { useEffect, useState } from 'preact/hooks'

/** A value that parts of the page far from each other look at. */
export interface SharedValue<Value> {
  readonly value: Value
  set(value: Value): void
  listen(listener: (value: Value) => void): () => void
}

export function createShared<Value>(initial: Value): SharedValue<Value> {
  let value = initial
  const listeners = new Set<(value: Value) => void>()
  return {
    get value() {
      return value
    },
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener(next)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useShared<Value>(shared: SharedValue<Value>): Value {
  const [value, setValue] = useState(shared.value)
  useEffect(() => {
    // It may have changed between drawing and listening.
    setValue(() => shared.value)
    return shared.listen(next => setValue(() => next))
  }, [shared])
  return value
}
