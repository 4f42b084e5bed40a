/** A column's numbers. */
type Numbers = ArrayLike<number>

/**
 * Checks a column's numbers, so that following them never leaves the columns, and always ends. Throws an
 * error that names the wrong number. `count` returns the number of items that columns are `of`.
 */
export type Check = (values: Numbers, count: (of: string) => number) => void

/** For numbers that are not followed. */
export const anything: Check = () => {}

/** Indexes below the count of items, from 0; the first `skipped` numbers are unused. */
export const indexBelow =
  (of: string, skipped = 0): Check =>
  (values, count) => {
    const end = count(of)
    for (let at = skipped; at < values.length; at++)
      if (!(values[at]! < end)) throw wrong(values, at, `there are ${end} ${of}`)
  }

/** The same, or one past the last index for none. */
export const belowOrNone =
  (of: string): Check =>
  (values, count) =>
    inRange(0, count(of))(values, count)

/** Each index exactly once, in any order. */
export const everyOne =
  (of: string): Check =>
  (values, count) => {
    const end = count(of)
    const seen = new Uint8Array(end)
    for (let at = 0; at < values.length; at++) {
      const place = values[at]!
      if (!(place < end)) throw wrong(values, at, `there are ${end} ${of}`)
      if (seen[place] === 1) throw wrong(values, at, 'which was there before')
      seen[place] = 1
    }
  }

/** Starts of consecutive lists, each with `least` entries or more, and the end of the last. */
export const listsOf =
  (into: string, least = 0): Check =>
  (values, count) => {
    const end = count(into)
    if (values[values.length - 1] !== end)
      throw new Error(`it has ${values[values.length - 1]} ${into}, expected ${end}`)
    if (values[0] !== 0) throw wrong(values, 0, 'expected 0')
    for (let at = 1; at < values.length; at++)
      if (!(values[at]! >= values[at - 1]! + least && Number.isInteger(values[at])))
        throw wrong(values, at, `expected ${least} or more above ${values[at - 1]}`)
  }

/** Numbers from `least` to `greatest`, inclusive. */
export const inRange =
  (least: number, greatest: number): Check =>
  (values) => {
    for (let at = 0; at < values.length; at++)
      if (!(values[at]! >= least && values[at]! <= greatest))
        throw wrong(values, at, `expected ${least} to ${greatest}`)
  }

/** Degrees up to `limit` on either side; then NaN to the end. */
export const degreesUpTo =
  (limit: number): Check =>
  (values) => {
    const known = knownCount(values)
    for (let at = 0; at < values.length; at++)
      if (at < known ? !(Math.abs(values[at]!) <= limit) : !Number.isNaN(values[at]))
        throw wrong(values, at, `expected ${limit} at most, and no more after NaN`)
  }

/** Number of values before the first NaN. */
export function knownCount(values: Numbers): number {
  let at = 0
  while (at < values.length && !Number.isNaN(values[at])) at++
  return at
}

const wrong = (values: Numbers, at: number, expected: string) =>
  new Error(`number ${at} is ${values[at]}, ${expected}`)
