import { fieldOfColumn, type ColumnMeaning } from '../../../data/column_names.ts'
import { shapeOf, type Shape } from '../shapes.ts'
import type { Sample } from './sample.ts'

/** A column, the meaning of its name (null = unknown), and the shape of its values. */
export type Column = {
  name: string
  meaning: ColumnMeaning | null
  /** True if the meaning comes only from its values. */
  isGuess: boolean
  shape: Shape | null
  /** Its values without blanks. */
  values: string[]
}

/** The meaning of a column with an unknown name, by the shape of its values. */
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

/** Shape that some value needs for a name to count: coordinates may use a map's own grid. */
const needed: Partial<Record<ColumnMeaning, Shape>> = {
  lat: 'latitude',
  lng: 'longitude',
  location: 'point',
}

/** The columns of a sample that are not empty, with their meanings. */
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

/** In a nested name (`contact.phone`) the inner name is more specific. */
const named = (name: string) =>
  fieldOfColumn(name) ??
  fieldOfColumn(name.split('.').at(-1)!) ??
  fieldOfColumn(name.split('.')[0]!)

/** The first column with this meaning. */
export const theOne = (columns: Column[], meaning: ColumnMeaning): Column | undefined =>
  columns.find((column) => column.meaning === meaning)
