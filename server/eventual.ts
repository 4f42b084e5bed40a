/**
 * A value or its promise. Most values that a request needs are ready, and an `await` would delay the next
 * step. So steps are joined by `after`, which waits only for promises.
 */
export type Eventual<Value> = Value | Promise<Value>

/** Continues with a value: at once, or when its promise resolves. */
export const after = <Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> => (value instanceof Promise ? goOn(value, next) : next(value))

const goOn = async <Value, Result>(
  value: Promise<Value>,
  next: (value: Value) => Eventual<Result>,
): Promise<Result> => next(await value)

/** All values: at once if every value is ready, or when the last one is. */
export const all = <Value>(values: Eventual<Value>[]): Eventual<Value[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[])

/** The result of some work, or of `rescue` if the work fails, now or later. */
export function attempt<Result>(
  work: () => Eventual<Result>,
  rescue: (error: unknown) => Eventual<Result>,
): Eventual<Result> {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(rescue) : result
  } catch (error) {
    return rescue(error)
  }
}

/** The result of some work; calls `done` when it succeeds or fails. */
export function until<Result>(work: () => Eventual<Result>, done: () => void): Eventual<Result> {
  let result: Eventual<Result> | undefined
  try {
    result = work()
    return result instanceof Promise ? result.finally(done) : result
  } finally {
    if (!(result instanceof Promise)) done()
  }
}
