/** Writes a number with digits in groups of three, to three decimals: 1234567 as `1,234,567`. */
export const groupDigits = (value: number): string => value.toLocaleString('en-US')

/** `1 farm`, `1,234 farms`. */
export const counted = (count: number, noun: string): string =>
  `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`

const steps = [
  { unit: 'second', seconds: 1, upTo_s: 90 },
  { unit: 'minute', seconds: 60, upTo_s: 90 * 60 },
  { unit: 'hour', seconds: 3600, upTo_s: Infinity },
]

/** A span of whole seconds in words, never shorter than the span: `48 minutes`, `1 second`, `23 hours`. */
export function duration(span_s: number): string {
  const { unit, seconds } = steps.find(({ upTo_s }) => span_s <= upTo_s)!
  const count = Math.ceil(span_s / seconds)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
