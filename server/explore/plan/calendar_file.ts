type Event = {
  uid: string
  /** `YYYY-MM-DD`, and minutes after midnight by the local clock. */
  date: string
  begin: number
  end: number
  summary: string
  location: string
  description: string
  url: string
}

/** Events as a calendar file (RFC 5545), in floating local time. */
export const calendarFile = (events: readonly Event[], now: Date): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Farm Directory//Plan//EN',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')

const eventLines = ({ uid, date, begin, end, url, ...texts }: Event, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${compact(now.toISOString().slice(0, 19))}Z`,
  `DTSTART:${localTime(date, begin)}`,
  `DTEND:${localTime(date, end)}`,
  ...Object.entries(texts).map(([name, text]) => `${name.toUpperCase()}:${escaped(text)}`),
  `URL:${url}`,
  'END:VEVENT',
]

const compact = (text: string) => text.replaceAll(/[-:]/g, '')

const localTime = (date: string, minute: number) =>
  compact(new Date(Date.parse(date) + minute * 60_000).toISOString().slice(0, 19))

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Lines have 75 bytes at most; longer ones continue after a blank. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
