import type { Point } from '../../../data/geography/distance.ts'

/** What a peer answers from: the farms of a snapshot, in the order of its rows. */
export type Farms = {
  /** Degrees, of the farms that have a location; these come first. */
  lat: Float64Array
  lng: Float64Array
  located: number
  /** The JSON of a farm for free keys, an object. */
  card: (row: number) => string
}

export type Found = { card: string; distance_mi: number }

export const limits = { radius_mi: 25, farms: 20 }
export const meters_per_mile = 1609.344

/** Finds the nearest farms around a point, nearest first: those within `limits`. */
export type Nearest = (center: Point) => Found[] | Promise<Found[]>

/** Makes an index of the farms. `place` is a folder for its files, or the address of a database. */
export type Engine = (farms: Farms, place: string) => Promise<Nearest>
