import { countyName, countyOfState, type BoundaryYear } from './counties.ts'
import type { Point } from './distance.ts'
import { states } from './states.ts'

/** A year of Census tables, which name counties by the codes of that year. */
export type CountyVintage = 2019 | 2023

/**
 * The boundaries of each vintage. Those of 2017 serve 2019 too: codes and names are the same. Census tables
 * have the halves of Valdez-Cordova, Alaska (02261) from 2020 on, and Connecticut's planning regions from
 * 2022 on.
 */
const boundaryYears: Record<CountyVintage, BoundaryYear> = { 2019: 2017, 2023: 2023 }

export const countyVintages = Object.keys(boundaryYears).map(Number) as CountyVintage[]

/**
 * Finds the code in a vintage for a point in a county of 2017. A county that kept its code keeps its farms:
 * the simplified borders of two years differ by some hundred meters. A county without that code was split:
 * the answer is the part that contains the point, or the nearest one. Null = the state has none near.
 */
export function countyFipsOf(vintage: CountyVintage, fips: string, point: Point): string | null {
  const year = boundaryYears[vintage]
  if (countyName(fips, year) !== null) return fips
  const state = states.find((each) => each.fips === fips.slice(0, 2))!
  return countyOfState(point, state.abbr, { year, withinKm: Infinity })?.fips ?? null
}

/** The Census name of a county of a vintage. */
export const countyNameOf = (vintage: CountyVintage, fips: string): string | null =>
  countyName(fips, boundaryYears[vintage])
