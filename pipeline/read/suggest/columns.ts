import { fieldOfColumn, type ColumnMeaning } from '../../../data/column_names.ts'
import { shapeOf, type Shape } from '../shapes.ts'
import type { Sample } from './sample.ts'

/** A column, what its name says that it holds (null = nothing known), and what its values look like. */
export type Column = {
  name: string
  meaning: ColumnMeaning | null
  /** Whether only its values say so. */
  isGuess: boolean
  shape: Shape | null
  /** Its values that are not blank. */
  values: string[]
}

/** What values say of a column whose name says nothing. */
const byShape: Partial<Record<Shape, ColumnMeaning>> = {
  email: 'email',
  'web address': 'website',
  'telephone number': 'phone',
  latitude: 'lat',
  longitude: 'lng',
  point: 'location',
  days: 'day',
  hours: 'hours',
}

/** What some value must look like for a name to be believed: coordinates may be of a map's own grid. */
const needed: Partial<Record<ColumnMeaning, Shape>> = {
  lat: 'latitude',
  lng: 'longitude',
  location: 'point',
}

/** The columns of a sample that hold anything, with what they mean. */
export function columnsOf({ rows, columns }: Sample): Column[] {
  return Object.entries(columns.shapes()).flatMap(([name, shape]): Column[] => {
    const values = rows.flatMap((row) => row.get(name) ?? [])
    return values.length > 0 ? [{ name, shape, values, ...meaningOf(name, shape, values) }] : []
  })
}

function meaningOf(name: string, shape: Shape | null, values: string[]) {
  const said = named(name)
  const must = said && needed[said]
  const isContradicted =
    shape === 'flag' || (must && !values.some((text) => shapeOf(text) === must))
  return said !== null && !isContradicted
    ? { meaning: said, isGuess: false }
    : { meaning: (shape && byShape[shape]) ?? null, isGuess: true }
}

/** Of a name inside another (`contact.phone`) the inner one says more. */
const named = (name: string) =>
  fieldOfColumn(name) ??
  fieldOfColumn(name.split('.').at(-1)!) ??
  fieldOfColumn(name.split('.')[0]!)

/** The first column that holds something. */
export const theOne = (columns: Column[], meaning: ColumnMeaning): Column | undefined =>
  columns.find((column) => column.meaning === meaning)
