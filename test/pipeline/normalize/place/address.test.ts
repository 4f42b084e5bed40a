import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitAddress } from '../../../../pipeline/normalize/place/address.ts'

const parts = (text: string) => {
  const split = splitAddress(text)
  return split && [split.address, split.city, split.state, split.zip]
}

describe('splitAddress(text)', () => {
  const cases: [string, (string | null)[]][] = [
    ['12 Example Rd, Danville, Vermont 05828', ['12 Example Rd', 'Danville', 'VT', '05828']],
    ['12 Example Rd, Danville, VT, 05828', ['12 Example Rd', 'Danville', 'VT', '05828']],
    ['12 Example Rd, Danville VT 05828-1234', ['12 Example Rd', 'Danville', 'VT', '05828-1234']],
    ['12 Example Rd, Danville, Vermont 5828', ['12 Example Rd', 'Danville', 'VT', '5828']],
    ['12 Example Rd, Danville, VT, USA', ['12 Example Rd', 'Danville', 'VT', null]],
    ['12 Example Rd, Danville, VT, U.S.', ['12 Example Rd', 'Danville', 'VT', null]],
    ['12 Example Rd, Danville, VT, USA 05828', ['12 Example Rd', 'Danville', 'VT', '05828']],
    [', Danville , Vermont', [null, 'Danville', 'VT', null]],
    [', 29 Palms, California 92277', [null, '29 Palms', 'CA', '92277']],
    [', 12 Example Rd, Vermont 05828', ['12 Example Rd', null, 'VT', '05828']],
    ['Danville, VT', [null, 'Danville', 'VT', null]],
    [
      'Barn, 12 Example Rd, Unit 3, Danville, VT 05828',
      ['Barn, 12 Example Rd, Unit 3', 'Danville', 'VT', '05828'],
    ],
    ['3 Example Dr, Nevada, Missouri 64772', ['3 Example Dr', 'Nevada', 'MO', '64772']],
    ['3 Example Dr, New York, New York 10023', ['3 Example Dr', 'New York', 'NY', '10023']],
    [
      '1 G St SW, Washington, District of Columbia 20024',
      ['1 G St SW', 'Washington', 'DC', '20024'],
    ],
    [
      '9 Example Pike, Morgantown, West Virginia 26508',
      ['9 Example Pike', 'Morgantown', 'WV', '26508'],
    ],
    [
      'Carretera 779, Barranquitas , Puerto Rico 00794',
      ['Carretera 779', 'Barranquitas', 'PR', '00794'],
    ],
    ['12 Example Rd Danville, VT 05828', ['12 Example Rd', 'Danville', 'VT', '05828']],
    ['12 Example Rd. NW Danville, VT 05828', ['12 Example Rd. NW', 'Danville', 'VT', '05828']],
    ['12 Court St. Charles, VT 05828', ['12 Court St. Charles', null, 'VT', '05828']],
    ['5 Old U.S. 2 Leeds, ND 58346', ['5 Old U.S. 2 Leeds', null, 'ND', '58346']],
    ['7 Example Rd, Tiverton, RI, Rhode Island 02878', ['7 Example Rd', 'Tiverton', 'RI', '02878']],
    [
      '7 Example Rd, Asheville, NC 28806, Asheville, North Carolina 28806',
      ['7 Example Rd', 'Asheville', 'NC', '28806'],
    ],
    [
      '7 Example Dr Damascus, Oregon 97089, Damascus, Oregon 97089',
      ['7 Example Dr', 'Damascus', 'OR', '97089'],
    ],
    ['44501, Youngstown, OH, United States', [null, 'Youngstown', 'OH', '44501']],
    [
      '8 Example St, Apt, Suite, Bldg. (optional), Barre, Vermont 05641',
      ['8 Example St', 'Barre', 'VT', '05641'],
    ],
    ['4721 New York 14A, Rock Stream, NY, USA', ['4721 New York 14A', 'Rock Stream', 'NY', null]],
  ]
  for (const [text, expected] of cases)
    it(`reads ${text}`, () => assert.deepEqual(parts(text), expected))

  it('leaves out driving directions after the ZIP code, and says so', () => {
    const split = splitAddress('12 Example Rd, Danville, VT 05828 turn left at the barn')
    assert.deepEqual(split, {
      address: '12 Example Rd',
      city: 'Danville',
      state: 'VT',
      zip: '05828',
      hadDirections: true,
    })
  })

  it('leaves alone what names no state, or two places', () => {
    for (const text of [
      '500 Northeast 1st Avenue',
      'La Grange',
      'TBD',
      '1 A Ave., Boyden, Iowa 51234/2 B St., Everly, Iowa 51338',
      '12 Example Rd, Barrie, Ontario L4M 1A1',
      'the corner of Oak and Me',
    ])
      assert.equal(splitAddress(text), null, text)
  })
})
