import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { calendarFile } from '../../../../server/explore/plan/calendar_file.ts'

const event = {
  uid: 'one-2026-11-28@farm-directory',
  date: '2026-11-28',
  begin: 540,
  end: 1450,
  summary: 'Stone Creek; farm, market \\ more',
  location: `Ünder the bridge ${'ö'.repeat(80)}`,
  description: 'Two\nlines',
  url: 'https://farms.example/farms/one',
}
const text = calendarFile([event, { ...event, uid: 'two' }], new Date('2026-11-25T15:00:00Z'))

/** Reads the content lines of RFC 5545: unfolded, as name and value. */
const lines = text
  .replaceAll('\r\n ', '')
  .split('\r\n')
  .filter((line) => line !== '')
  .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const)
const valuesOf = (name: string) => lines.flatMap(([each, value]) => (each === name ? value : []))

describe('calendarFile(events, now)', () => {
  it('has every event, in local time, past midnight too', () => {
    assert.deepEqual(valuesOf('UID'), [event.uid, 'two'])
    assert.equal(valuesOf('DTSTART')[0], '20261128T090000')
    assert.equal(valuesOf('DTEND')[0], '20261129T001000')
    assert.equal(valuesOf('DTSTAMP')[0], '20261125T150000Z')
  })

  it('escapes texts', () => {
    assert.equal(valuesOf('SUMMARY')[0], 'Stone Creek\\; farm\\, market \\\\ more')
    assert.equal(valuesOf('DESCRIPTION')[0], 'Two\\nlines')
    assert.equal(valuesOf('LOCATION')[0], event.location)
  })

  it('has lines of at most 75 bytes, ended by CRLF', () => {
    assert.ok(text.endsWith('END:VCALENDAR\r\n'))
    assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/)
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  })
})
