/**
 * What may have to be waited for. Most of what a request needs is there already, and an `await` of it
 * would put off what comes next: so steps are joined by `after`, which waits only for promises.
 */
export type Eventual<Value> = Value | Promise<Value>

/** Goes on with a value: at once, or when it is there. */
export const after = <Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> => (value instanceof Promise ? goOn(value, next) : next(value))

const goOn = async <Value, Result>(
  value: Promise<Value>,
  next: (value: Value) => Eventual<Result>,
): Promise<Result> => next(await value)

/** All of some values: at once where each is there, or when the last one is. */
export const all = <Value>(values: Eventual<Value>[]): Eventual<Value[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[])

/** The result of some work, or where it fails, now or later, that of `rescue`. */
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

/** The result of some work; `done` is called when it is there, or has failed. */
export function until<Result>(work: () => Eventual<Result>, done: () => void): Eventual<Result> {
  let result: Eventual<Result> | undefined
  try {
    result = work()
    return result instanceof Promise ? result.finally(done) : result
  } finally {
    if (!(result instanceof Promise)) done()
  }
}
