import { readFileSync } from 'node:fs'
import type { Place, PlaceKind, ZipCode } from './place.ts'

/**
 * Reads the places of the United States, in the order of their names. `npm run documents` makes them from
 * packages (make.ts), so that a build needs neither the packages nor the second for making them.
 */
export const readPlaces = (): Place[] =>
  cellsOf('places.tsv').map(([name, kind, size, lat, lng, fips]) => ({
    name: name!,
    kind: kind as PlaceKind,
    size: Number(size),
    lat: Number(lat),
    lng: Number(lng),
    county_fips: fips || null,
  }))

/** Reads all ZIP codes, ascending. */
export const readZipCodes = (): ZipCode[] =>
  cellsOf('zips.tsv').map(([zip, lat, lng, town, fips]) => ({
    zip: zip!,
    lat: Number(lat),
    lng: Number(lng),
    town: town || null,
    county_fips: fips || null,
  }))

const cellsOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
