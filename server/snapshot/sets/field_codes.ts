import { fieldsWith, storedName, type Field } from '../../../data/schema/serving/fields.ts'
import { CodeLists, codesIn, RowCodes, type CodeRange } from '../columns/code_lists.ts'
import type { HeldColumns } from '../columns/held_columns.ts'
import type { SaidSince } from '../said/said_since.ts'
import { Bitmap } from './bitmap.ts'
import { CodeSets } from './code_sets.ts'

/** A field's codes, the farms' lists that contain them, and the farms with each code. */
type OfField = CodeRange & { lists: RowCodes; sets: CodeSets }

/** The farms' values in each field (data/schema/serving/fields.ts), by code. */
export class FieldCodes {
  /** The codes of the fields that market figures count. */
  readonly attributes: CodeLists
  readonly #farms: number
  readonly #fields = new Map<Field, OfField>()
  /** The codes of the names, for each field used so far. */
  readonly #codes = new Map<Field, Map<string, number>>()

  /** `since`: values of groups last said before it are left out. */
  constructor(columns: HeldColumns, farms: number, since?: SaidSince) {
    const { attributes, attributeSets, facets, facetSets } = columns
    this.#farms = farms
    const hidesAttribute = since?.hides(true, attributes.facets)
    const ofAttributes = new CodeSets(attributeSets, farms, hidesAttribute)
    this.attributes = new CodeLists(codesIn(attributes.facets), attributes, hidesAttribute)
    this.#add(true, attributes.facets, this.attributes, ofAttributes)
    const hidesFacet = since?.hides(false, facets.names)
    const lists = new RowCodes(codesIn(facets.names), facets, hidesFacet)
    this.#add(false, facets.names, lists, new CodeSets(facetSets, farms, hidesFacet))
  }

  of(field: Field): OfField {
    return this.#fields.get(field)!
  }

  /** Finds a name's code; undefined if no farm has the name. */
  codeOf(field: Field, name: string): number | undefined {
    return this.#codesOf(field).get(name)
  }

  /** The farms with any of some names, in the snapshot's spelling. */
  any(field: Field, names: readonly string[]): Bitmap {
    const codes = this.#codesOf(field)
    const { sets } = this.of(field)
    const found = names.flatMap((name) => codes.get(name) ?? []).map((code) => sets.of(code))
    return found.reduce((one, other) => one.or(other), found.shift() ?? new Bitmap(this.#farms))
  }

  #add(market: boolean, stored: Record<string, string[]>, lists: RowCodes, sets: CodeSets): void {
    let first = 0
    for (const field of fieldsWith({ market })) {
      const names = stored[storedName(field)]!
      this.#fields.set(field, { first, names, lists, sets })
      first += names.length
    }
  }

  #codesOf(field: Field): Map<string, number> {
    const known = this.#codes.get(field)
    if (known) return known
    const { first, names } = this.of(field)
    const codes = new Map(names.map((name, place) => [name, first + place]))
    this.#codes.set(field, codes)
    return codes
  }
}
