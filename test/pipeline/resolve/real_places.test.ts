// Runs with files that build the real files.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { haversineKm, type Point } from '../../../data/geography/distance.ts'
import { states } from '../../../data/geography/states.ts'
import { townsNamed } from '../../../data/geography/towns.ts'
import { zipCentroid } from '../../../data/geography/zip_codes.ts'
import zones from '../../../data/geography/time_zones.json' with { type: 'json' }
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { Provenance } from '../../../data/schema/tables/provenance.ts'
import { bruteCounties, holds, kmTo, type BruteCounty } from '../../support/brute_counties.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { realFilesAreMissing, realSnapshot } from '../../data/recipes/real_snapshot.ts'

const located = (farm: Farm): Point => ({ lat: farm.lat!, lng: farm.lng! })
const plain = (text: string | null) => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

describe('the places of the real files', { skip: realFilesAreMissing }, () => {
  const counties = bruteCounties()
  let farms: Farm[]
  let statedBy: Map<string, Provenance[]>

  before(async () => {
    const folder = await realSnapshot()
    farms = (await publishedFarms(folder)).filter(({ lat }) => lat !== null)
    const { rows } = await readParquet<Provenance>(join(folder, 'members/provenance.parquet'))
    statedBy = Map.groupBy(rows, ({ farm_id }) => farm_id)
    assert.ok(farms.length > 4_000, `${farms.length} located farms`)
  })

  const inStatedCounty = (farm: Farm) => {
    const { fips } = states.find(({ abbr }) => abbr === farm.state)!
    const stated = new Set(
      statedBy.get(farm.id)!.map(({ stated_county: name }) => plain(name).replace(/county$/, '')),
    )
    const named = counties.filter(
      (county) => county.fips.startsWith(fips) && stated.has(plain(county.name)),
    )
    const corners = (county: BruteCounty) => county.polygons.flat(2)
    return named.some(
      (county) =>
        holds(county, located(farm)) ||
        corners(county).some(
          ([lng, lat]) => haversineKm({ lat: lat!, lng: lng! }, located(farm)) < 8,
        ),
    )
  }

  /** On a river that is the border, the county of the farm's own bank. */
  const onOwnBank = (farm: Farm, county: BruteCounty): BruteCounty => {
    const fips = states.find(({ abbr }) => abbr === farm.state)?.fips
    if (fips === undefined || county.fips.startsWith(fips)) return county
    const [nearest] = counties
      .filter((each) => each.fips.startsWith(fips))
      .map((each) => ({ each, km: kmTo(each, located(farm)) }))
      .toSorted((one, other) => one.km - other.km)
    return nearest!.km < 8 ? nearest!.each : county
  }

  it('have a county, that of the polygon that they are in, or of their state at a border', () => {
    const known = farms.filter(({ county_fips }) => county_fips !== null)
    assert.ok(known.length >= 0.995 * farms.length, `${known.length} of ${farms.length}`)
    let [outside, elsewhere] = [0, 0]
    for (const farm of farms) {
      const around = counties.find((each) => holds(each, located(farm)))
      if (!around) {
        outside++
        continue
      }
      const county = onOwnBank(farm, around)
      if (county !== around) elsewhere++
      assert.deepEqual(
        [farm.county, farm.county_fips, farm.state_fips],
        [county.name, county.fips, county.fips.slice(0, 2)],
        farm.id,
      )
    }
    assert.ok(elsewhere <= 3, `${elsewhere} on the other bank`)
    assert.ok(outside < 0.005 * farms.length, `${outside} off the simplified coast`)
  })

  it('have a time zone of their state', () => {
    const ofState: Record<string, string[]> = zones.zones
    for (const { id, state, timezone } of farms)
      if (state !== null) assert.ok(ofState[state]!.includes(timezone!), `${id}: ${timezone}`)
  })

  it('are exact over 50 km from their ZIP code only where county and city are there', () => {
    const far = farms.filter(({ zip, location_precision, ...farm }) => {
      const centroid = zip === null ? null : zipCentroid(zip)
      return (
        location_precision === 'exact' &&
        centroid &&
        haversineKm(centroid, { lat: farm.lat!, lng: farm.lng! }) > 50
      )
    })
    for (const farm of far) {
      const inTown = townsNamed(farm.city ?? '', farm.state).some(
        (town) => haversineKm(town, located(farm)) <= 25,
      )
      assert.ok(inTown && inStatedCounty(farm), `${farm.id} ${farm.name}`)
    }
    assert.ok(far.length < 60, `${far.length}`)
  })

  it('are doubtful on a point that another house in another ZIP code shares', () => {
    const house = ({ address }: Farm) => /\d+/.exec(address ?? '')?.[0]
    const points = Map.groupBy(
      farms.filter((farm) => farm.location_precision === 'exact' && house(farm) && farm.zip),
      ({ lat, lng }) => `${lat} ${lng}`,
    )
    for (const sharing of points.values())
      for (const one of sharing)
        for (const other of sharing)
          assert.ok(one.zip === other.zip || house(one) === house(other), `${one.id} ${other.id}`)
  })

  it('say why they were corrected or doubted', () => {
    for (const farm of farms.filter(
      ({ location_precision }) => location_precision === 'doubtful',
    )) {
      const rows = statedBy.get(farm.id)!
      const named = rows.some(({ corrections }) =>
        corrections.some((each) => each.startsWith('location doubtful')),
      )
      const ofTwo = (field: string) => rows.find(({ fields }) => fields.includes(field))?.source_id
      assert.ok(named || ofTwo('lat') !== ofTwo('zip'), `${farm.id} ${farm.name}`)
    }
  })
})
