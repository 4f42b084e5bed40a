import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  credits,
  geographicPackages,
  type GeographicPackage,
  ageLines,
  isOverFiveYears,
} from '../../../data/geography/credits.ts'

const project = join(import.meta.dirname, '../../..')
const folder = join(project, 'data/geography')
/** How a module names a package: `from 'name'`, `createRequire(…)('name/file')`, `.resolve('name')`. */
const named = /(?:from |\(import\.meta\.url\)(?:\.resolve)?\()'(?!\.)((?:@[^/]+\/)?[^/']+)/g
/** Packages that bring no data. */
const code = /^(node:.*|zod|h3-js|lru-cache|pmtiles|topojson-client|topojson-specification)$/

describe('credits', () => {
  it('name every package that geography is made of, in its installed version', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const imported = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(named)])
      .map(([, name]) => name!)
    const expected = [...new Set(imported)].filter((name) => !code.test(name))
    assert.deepEqual(credits.map((credit) => credit.package).toSorted(), expected.toSorted())
    for (const credit of credits) {
      const path = join(project, 'node_modules', credit.package, 'package.json')
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
      assert.equal(credit.version, version, credit.package)
    }
  })

  it('stand in the README, each with its publisher', () => {
    const readme = readFileSync(join(project, 'README.md'), 'utf8')
    for (const { package: name } of credits) assert.ok(readme.includes(`[${name}](https://`), name)
  })
})

describe('the data of geographic packages', () => {
  // Judged by the newest of them, not by the clock: the same files pass in every year.
  const newest = new Date(
    geographicPackages
      .map(({ date }) => date)
      .toSorted()
      .at(-1)!,
  )
  const unexplained = (day: Date) =>
    ageLines(
      geographicPackages.filter((each) => isOverFiveYears(each, day) && !each.kept),
      day,
    )

  it('is at most five years older than the newest, or has a reason why it is kept', (t) => {
    assert.deepEqual(unexplained(newest), [])
    // By now more may be old: a reminder, which `npm run documents` prints too.
    for (const line of unexplained(new Date())) t.diagnostic(line)
  })

  it('has a reason only if it is old, and a date that has passed', () => {
    for (const each of geographicPackages) {
      assert.match(each.date, /^20\d\d-\d\d-\d\d$/)
      assert.ok(new Date(each.date) < new Date(), each.package)
      assert.ok(!each.kept || isOverFiveYears(each, newest), each.package)
    }
  })
})

describe('ageLines(packages, today)', () => {
  const boundaries: GeographicPackage = {
    ...geographicPackages[0]!,
    package: 'boundaries',
    version: '1.2.3',
    what: 'areas',
    date: '2021-03-01',
    dated: 'a day',
    kept: 'nothing newer',
  }
  const { kept: _, ...unexplained } = boundaries
  const lines = (each: GeographicPackage, date: string) => ageLines([each], new Date(date))

  it('has the age of each package in years', () => {
    assert.deepEqual(lines(boundaries, '2023-09-01'), [
      'boundaries 1.2.3: areas, 2021-03-01 (a day), 2.5 years old',
    ])
  })

  it('has the reason from five years on, or asks for one', () => {
    const old = 'boundaries 1.2.3: areas, 2021-03-01 (a day), 5.0 years old'
    assert.deepEqual(lines(boundaries, '2026-03-01'), [old])
    assert.deepEqual(lines(boundaries, '2026-03-02'), [`${old}; kept: nothing newer`])
    assert.deepEqual(lines(unexplained, '2026-03-02'), [
      `${old}; over five years: update it, or state why it is kept`,
    ])
  })
})
