import {
  fieldsWith,
  storedName,
  type CodedField,
  type CodeGroup,
} from '../../../data/schema/serving/fields.ts'
import { CodeLists, codesIn, namesOfGroup, type CodeRange } from '../columns/code_lists.ts'
import type { HeldColumns } from '../columns/held_columns.ts'
import type { SaidSince } from '../said/said_since.ts'
import { Bitmap } from './bitmap.ts'
import { CodeSets } from './code_sets.ts'
import { memoize } from '../../../data/memoize.ts'

/** A field's codes, the farms' lists that contain them, and the farms with each code. */
type OfField = CodeRange & { lists: CodeLists; sets: CodeSets }

/** The farms' values in each field (data/schema/serving/fields.ts), by code. */
export class FieldCodes {
  /** The codes of the fields that market figures count. */
  readonly attributes: CodeLists
  readonly #farms: number
  readonly #fields = new Map<CodedField, OfField>()

  /** `since`: values of groups last said before it are left out. */
  constructor(columns: HeldColumns, farms: number, since?: SaidSince) {
    this.#farms = farms
    this.#add('facets', columns, since)
    this.attributes = this.#add('attributes', columns, since)
  }

  of(field: CodedField): OfField {
    return this.#fields.get(field)!
  }

  /** Finds a name's code; undefined if no farm has the name. */
  codeOf(field: CodedField, name: string): number | undefined {
    return this.#codesOf(field).get(name)
  }

  /** The farms with any of some names, in the snapshot's spelling. */
  any(field: CodedField, names: readonly string[]): Bitmap {
    const codes = this.#codesOf(field)
    const { sets } = this.of(field)
    const found = names.flatMap((name) => codes.get(name) ?? []).map((code) => sets.of(code))
    return found.reduce((one, other) => one.or(other), found.shift() ?? new Bitmap(this.#farms))
  }

  #add(group: CodeGroup, columns: HeldColumns, since: SaidSince | undefined): CodeLists {
    const stored = namesOfGroup(columns, group)
    const hides = since?.hides(group, stored)
    const lists = new CodeLists(codesIn(stored), columns[group], hides)
    const sets = new CodeSets(columns.codeChunks[group], this.#farms, hides)
    let first = 0
    for (const field of fieldsWith({ in: group })) {
      const names = stored[storedName(field)]!
      this.#fields.set(field, { first, names, lists, sets })
      first += names.length
    }
    return lists
  }

  /** The codes of a field's names. */
  #codesOf = memoize((field: CodedField): Map<string, number> => {
    const { first, names } = this.of(field)
    return new Map(names.map((name, place) => [name, first + place]))
  })
}
