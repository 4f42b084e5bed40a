import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { localMap } from '../../../../server/explore/farm/local_map.ts'

describe('localMap(name, at, neighbours)', () => {
  it('names counties apart, where cities are counties too', () => {
    const { document } = parseHTML(localMap('A farm', { lat: 38.97, lng: -77.74 }, []).text)
    const names = [...document.querySelectorAll('.county')].map((each) => ({
      name: each.textContent,
      x: Number(each.getAttribute('x')),
      y: Number(each.getAttribute('y')),
    }))
    assert.ok(names.some(({ name }) => name === 'Loudoun'))
    for (const [at, one] of names.entries())
      for (const other of names.slice(at + 1))
        assert.ok(
          Math.abs(one.y - other.y) >= 16 || Math.abs(one.x - other.x) >= 40,
          `${one.name} and ${other.name}`,
        )
  })
})
