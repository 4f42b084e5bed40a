import { LRUCache } from 'lru-cache'
import { memoizeWeakly } from '../../data/memoize.ts'

type Make<Result> = () => Promise<Result>

/**
 * Returns a function that finds the result of a key, and makes it if it is not held. Results are held as long as
 * the object that they were made from, so that concurrent requests share one computation. The least recently
 * used are dropped first. Failures are not held.
 *
 * `most`: the total size of one owner's results; a larger one is held alone.
 */
export function holdResults<Result extends object>(
  most = 1,
  sizeOf: (result: Result) => number = () => 1,
) {
  const heldOf = memoizeWeakly<object, LRUCache<string, Result, Make<Result>>>(
    () =>
      new LRUCache({
        maxSize: most,
        sizeCalculation: (result) => Math.max(1, Math.min(most, sizeOf(result))),
        fetchMethod: (_key, _stale, { context: make }) => make(),
        ignoreFetchAbort: true, // a request may wait for a dropped result
      }),
  )
  return (owner: object, key: string, make: Make<Result>): Promise<Result> =>
    heldOf(owner).forceFetch(key, { context: make })
}
