/** Makes a function remember its result for each argument. */
export const memoize = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) =>
  remembering(new Map<Key, Value>(), make)

/** The same for objects, whose results are forgotten with them. */
export const memoizeWeakly = <Key extends object, Value>(
  make: (key: Key) => Value,
): ((key: Key) => Value) => remembering(new WeakMap<Key, Value>(), make)

type Results<Key, Value> = {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

const remembering =
  <Key, Value>(results: Results<Key, Value>, make: (key: Key) => Value) =>
  (key: Key): Value => {
    const known = results.get(key)
    if (known !== undefined) return known
    const value = make(key)
    results.set(key, value)
    return value
  }
