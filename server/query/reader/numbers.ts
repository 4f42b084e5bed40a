import { type Part, plainly, type Unanswered, without, type Span } from './draft.ts'
import { readPoint } from './places/place_text.ts'
import { readTimes } from './times.ts'
import { unanswerable, website } from './unanswerable.ts'

const radius =
  /\b(?:(?:(?:within|inside|under|less than|up to)(?: an?)?|a menos de|en un radio de|a) )?(\d{1,3}(?:\.\d+)?) ?-?(mi|miles?|millas?|kms?|kilomet(?:er|re)s?|kilometros?)\b(?: radius)?(?: (?:of|from|around|away from|de|alrededor de)\b)?/
const ofPlace = /(?:of|from|around|de)$/

const coordinates = /[-+]?\d{1,2}\.\d+°?(?: ?[ns]\b)?,? ?[-+]?\d{1,3}\.\d+°?(?: ?[ew]\b)?(?![\d.])/
const kmPerMile = 1.609344
const mostMiles = 100

/**
 * Reads radius, coordinates, day and time, and finds `unanswered` conditions. `left`: the text with gaps in
 * their place; a distance before a place leaves `near`. `today`: the date at the place, YYYY-MM-DD. `isName`
 * returns true for words of a farm's name: some are called as their website.
 */
export function takeNumbers(text: string, today: string, isName: (words: string) => boolean) {
  const parts: Part[] = []
  const unanswered: Unanswered[] = []
  let left = text
  const mark = (span: Span, parameter: string, value: string, corrected = false) =>
    void parts.push({ ...span, parameter, value, others: [], corrected })
  const take = (span: Span) => (left = without(left, span))
  const takeBefore = (match: RegExpExecArray): Span => {
    const span = { start: match.index, end: match.index + match[0].length }
    take(span)
    if (ofPlace.test(match[0])) left = left.slice(0, span.end - 5) + 'near ' + left.slice(span.end)
    return span
  }
  for (const condition of unanswerable)
    for (;;) {
      const match = condition.pattern.exec(plainly(left))
      if (!match || (condition === website && isName(match[0]))) break
      const { start, end } = takeBefore(match)
      unanswered.push({ text: text.slice(start, end).trim(), reason: condition.reason })
    }
  const circle = radius.exec(plainly(left))
  if (circle) {
    const span = takeBefore(circle)
    const miles = milesOf(circle[1]!, circle[2]!)
    const allowed = Math.min(mostMiles, Math.max(1, miles))
    mark(span, 'radius', String(allowed), allowed !== miles)
  }
  const pair = coordinates.exec(plainly(left))
  const point = pair && readPoint(pair[0])
  if (point) {
    const span = { start: pair.index, end: pair.index + pair[0].length }
    mark(span, 'near', `${point.lat},${point.lng}`)
    take(span)
  }
  const { spans, otherDays = [], ...times } = readTimes(left, today)
  for (const span of spans) take(span)
  for (const [parameter, value] of Object.entries(times)) mark(spans[0]!, parameter, value)
  const day = parts.find(({ parameter }) => parameter === 'open_on')
  day?.others.push(...otherDays.map((value) => ({ parameter: 'open_on', value })))
  return { parts, left, unanswered }
}

/** Rounds kilometers up, so that the circle contains all of them. */
const milesOf = (number: string, unit: string): number =>
  unit.startsWith('k')
    ? Math.ceil((Number(number) / kmPerMile) * 10) / 10
    : Math.round(Number(number) * 10) / 10
