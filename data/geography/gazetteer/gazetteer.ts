import { readFileSync } from 'node:fs'
import type { Place, PlaceKind, ZipCode } from './place.ts'

/**
 * Reads the places of the United States, in the order of their names. Made from packages by `npm run
 * documents` (make.ts), so that a build needs neither them nor the second that making takes.
 */
export const readPlaces = (): Place[] =>
  cellsOf('places.tsv').map(([name, kind, size, lat, lng]) => ({
    name: name!,
    kind: kind as PlaceKind,
    size: Number(size),
    lat: Number(lat),
    lng: Number(lng),
  }))

/** Reads all ZIP codes, ascending. */
export const readZipCodes = (): ZipCode[] =>
  cellsOf('zips.tsv').map(([zip, lat, lng, town]) => ({
    zip: zip!,
    lat: Number(lat),
    lng: Number(lng),
    town: town || null,
  }))

const cellsOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
