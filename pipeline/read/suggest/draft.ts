import { stateOf } from '../../../data/geography/states.ts'
import { zipState } from '../../../data/geography/zip_codes.ts'
import { fieldOfColumn } from '../../../data/schema/input/column_names.ts'
import {
  mappedFields,
  singleValued,
  type MappedField,
  listFields,
} from '../../../data/schema/input/source_fields.ts'
import { placeTypeOf } from '../adapter.ts'
import { SourceError } from '../source_error.ts'
import { theOne, type Column } from './columns.ts'
import { dateColumn, hoursOf } from './hours.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { flagOf } from '../values.ts'

/** A mapping under construction. */
export class Draft {
  readonly remarks: string[] = []
  readonly #columns: Column[]
  readonly #file: string
  readonly #fields = new Map<MappedField, unknown>()
  /** The columns in the mapping or in a remark. */
  readonly #taken = new Set<string>()

  /** `file` is the file's name; `hasPoints` is true if its rows are features with a geometry. */
  constructor(columns: Column[], file: string, hasPoints: boolean) {
    this.#columns = columns
    this.#file = file
    this.#mapSchedule()
    this.#mapFields()
    this.#mapFlags()
    this.#requireName()
    this.#fillPlaceType()
    this.#fillState()
    this.#remarkOnPoints(hasPoints)
    const left = columns.filter(({ name }) => !this.#taken.has(name)).map(({ name }) => name)
    if (left.length > 0) this.remarks.push(`not in the mapping: ${left.join(', ')}`)
  }

  /** The mapping in the form of a sources file, in the order of the fields. */
  get mapping(): Partial<Record<MappedField, unknown>> {
    return Object.fromEntries(
      mappedFields.flatMap((field) =>
        this.#fields.has(field) ? [[field, this.#fields.get(field)]] : [],
      ),
    )
  }

  #map(field: MappedField, written: unknown, columns: string[] = []): void {
    this.#fields.set(field, written)
    for (const name of columns) this.#taken.add(name)
  }

  #mapSchedule(): void {
    const found = hoursOf(this.#columns)
    if (found) this.#map('hours', found.hours, found.taken)
  }

  #mapFields(): void {
    for (const field of mappedFields) {
      const found = this.#columns.filter(
        ({ name, meaning }) => meaning === field && !this.#taken.has(name),
      )
      if (found.length > 0) this.#mapField(field, found)
      for (const { name, isGuess } of found)
        if (isGuess)
          this.remarks.push(`${field}: \`${name}\` is a guess, by what its values look like`)
    }
  }

  #mapField(field: MappedField, found: Column[]): void {
    const names = found.map(({ name }) => name)
    const [first, ...others] = found
    if (field === 'place_type') this.#mapPlaceType(first!)
    else if (field === 'state' && !isStates(first!)) return
    else if (field === 'location' && first!.name.endsWith('.coordinates'))
      this.#map(field, first!.name.replace(/\.coordinates$/, ''), [first!.name])
    else if (field === 'updated_at') this.#map(field, dateColumn(first!), [first!.name])
    else if (field === 'address') this.#mapAddress(first!)
    else if (others.length === 0) this.#map(field, names[0], names)
    else if ((listFields as readonly string[]).includes(field)) this.#map(field, names, names)
    else if (singleValued.includes(field)) this.#map(field, { first: names }, names)
    else this.#map(field, names[0], [names[0]!])
  }

  /** A street with its number, or with its city, state and ZIP code, where these are columns of their own. */
  #mapAddress({ name }: Column): void {
    const [house, line] = (['house_number', 'city_line'] as const).map(
      (each) => theOne(this.#columns, each)?.name,
    )
    if (house !== undefined) this.#map('address', [house, name], [house, name])
    else if (line !== undefined)
      this.#map('address', { join: [name, line], with: ', ' }, [name, line])
    else this.#map('address', name, [name])
  }

  #mapPlaceType({ name, values }: Column): void {
    const unknown = [...new Set(values.filter((value) => placeTypeOf(value, 's') === null))]
    if (unknown.length === 0) return this.#map('place_type', name, [name])
    this.#taken.add(name)
    this.remarks.push(
      `place_type: \`${name}\` has words of its own; to use it, write {"column": "${name}", "values": ${JSON.stringify(
        Object.fromEntries(unknown.slice(0, 5).map((word) => [word, 'farmers_market'])),
      )}}`,
    )
  }

  #mapFlags(): void {
    const { flags, unknown, unclear } = flagsOf(
      this.#columns.filter(({ name }) => !this.#taken.has(name)),
    )
    for (const [field, terms] of Object.entries(flags) as [MappedField, object][]) {
      const before = this.#fields.get(field)
      const written = before === undefined ? { flags: terms } : [before, { flags: terms }].flat()
      this.#map(field, written, Object.keys(terms))
    }
    for (const name of unknown) {
      this.#taken.add(name)
      this.remarks.push(
        `\`${name}\` is yes/no, and no vocabulary knows it: if it is a term, add it to flags`,
      )
    }
    for (const name of unclear)
      this.remarks.push(
        `\`${name}\` says other things than yes and no, which are unknown unless "yes" or "no" beside flags names them`,
      )
  }

  #requireName(): void {
    if (this.#fields.has('name')) return
    const distinct = ({ values }: Column) => new Set(values).size
    const isFree = ({ name, meaning }: Column) => meaning === null && !this.#taken.has(name)
    const [likeliest] = this.#columns
      .filter((column) => isFree(column) && isWords(column))
      .toSorted((a, b) => distinct(b) - distinct(a))
    if (!likeliest)
      throw new SourceError(
        `${this.#file} has no column that looks like the names of farms: write a mapping by hand`,
      )
    this.#map('name', likeliest.name, [likeliest.name])
    this.remarks.push(`name: \`${likeliest.name}\` is a guess, because no column is called a name`)
  }

  #fillPlaceType(): void {
    if (this.#fields.has('place_type')) return
    const words = `${this.#file} ${theOne(this.#columns, 'name')?.name}`
    const type = /market/i.test(words) ? 'farmers_market' : /\bcsa/i.test(words) ? 'csa' : 'farm'
    this.#map('place_type', { constant: type })
    this.remarks.push(`place_type: ${type} for all is a guess`)
  }

  #fillState(): void {
    const line = theOne(this.#columns, 'city_line')
    if (this.#fields.has('state') || (line && this.#taken.has(line.name))) return
    const zips = theOne(this.#columns, 'zip')?.values ?? []
    const states = new Set(zips.flatMap((zip) => zipState(zip.trim().slice(0, 5)) ?? []))
    const [only, ...others] = states
    const isOne = only !== undefined && others.length === 0
    if (isOne) this.#map('state', { constant: only })
    this.remarks.push(
      isOne
        ? `state: no column found; all ZIP codes are in ${only}`
        : 'state: no column found; if all are in one, add "state": {"constant": "NY"}',
    )
  }

  #remarkOnPoints(hasPoints: boolean): void {
    const isPoint = this.#fields.has('lat') && this.#fields.has('lng')
    if (hasPoints || isPoint || this.#fields.has('location')) return
    for (const half of ['lat', 'lng'] as const) this.#fields.delete(half)
    const others = this.#columns.filter(({ name }) => ['lat', 'lng'].includes(fieldOfColumn(name)!))
    const why = others.map(({ name }) => name).join(', ')
    this.remarks.push(
      `lat, lng: ${why === '' ? 'no column found' : `${why} hold no degrees`}; farms are placed by their ZIP codes, and without one they have no place`,
    )
  }
}

const isStates = ({ values }: Column) => values.some((text) => stateOf(text.trim()) !== null)
const isWords = ({ shape, values }: Column) =>
  (shape ?? 'text') === 'text' && values.some((text) => /\p{L}{2}/u.test(text))

/** Lists whose vocabularies are searched, in this order: `organic` alone is not a certification. */
const lists = [
  'payment_methods',
  'products',
  'practices',
  'certifications',
  'delivery_options',
] as const

/** Words of forms around a term: `Accepts SNAP`, `EBT accepted`. */
const before = /^(?:accepts?|has|have|is|are|offers?|offering|sells?|takes?|participates? in) /
const after = / (?:accepted|available|offered|sold|authorized|vendors?|program)$/

/** Yes/no columns by the list whose vocabulary contains their names; the others are `unknown`. */
function flagsOf(columns: Column[]) {
  const flags: Partial<Record<MappedField, Record<string, string>>> = {}
  const unknown: string[] = []
  const unclear: string[] = []
  for (const column of columns.filter(({ meaning }) => meaning === null)) {
    const says = shareOfFlags(column)
    const term = says >= 0.5 ? termOf(column.name) : null
    if (term) (flags[term.field] ??= {})[column.name] = term.name
    else if (says === 1) unknown.push(column.name)
    if (term && says < 1) unclear.push(column.name)
  }
  return { flags, unknown, unclear }
}

const shareOfFlags = ({ values }: Column) =>
  values.filter((text) => flagOf(text) !== null).length / values.length

function termOf(column: string) {
  const words = wordsOf(column.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).join(' ')
  const bare = words.replace(before, '').replace(after, '')
  for (const field of lists) {
    const vocabulary = vocabularyOf(field)!
    const entry = vocabulary.find(words) ?? vocabulary.find(bare)
    if (entry) return { field, name: entry.name }
  }
  return null
}
