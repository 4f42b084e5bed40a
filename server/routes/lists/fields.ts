import { z } from 'zod'
import type { Tier } from '../../../data/schema/meta.ts'
import { profileFields } from '../../../data/schema/tables/farm.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { parsed } from '../../http/parameters/described.ts'
import { refusePaid } from '../../query/facets/fields.ts'

/** The `fields` parameter of an answer: some of its fields in place of all. */
export class Fields {
  readonly names: string[]
  readonly #free: string[]

  /** `schema`: what the answer's objects are; what is for paid keys has the tier in its meta(). */
  constructor(schema: z.ZodObject) {
    this.names = Object.keys(schema.shape)
    this.#free = this.names.filter((name) => schema.shape[name]!.meta()?.tier !== 'paid')
  }

  /** All that a tier shows, in published order. */
  of(tier: Tier): string[] {
    return tier === 'paid' ? this.names : this.#free
  }

  /** Reads comma-separated names, into published order. */
  get parameter() {
    return parsed(
      z.string().min(1, 'must not be empty').max(2000, 'must have at most 2,000 characters'),
      (text) => {
        const asked = namesIn(text)
        const areKnown = asked.every((name) => this.names.includes(name))
        return areKnown ? this.names.filter((name) => asked.includes(name)) : null
      },
      (text) =>
        complaint(
          namesIn(text).find((name) => !this.names.includes(name))!,
          this.names,
        ),
      { type: 'array', items: { type: 'string', enum: this.names } },
    )
      .optional()
      .meta({
        description: 'Field names; default: all fields. Free keys get status 403 for paid fields',
        example: 'id,name,city',
      })
  }

  /** Throws a 403 Problem that names the fields asked for which are not for the tier. */
  allow(asked: string[] | undefined, tier: Tier): void {
    refusePaid('fields', asked?.filter((name) => !this.of(tier).includes(name)) ?? [])
  }
}

/** Returns an object with only these fields, in their order. Missing fields are omitted. */
export const pick = (object: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]))

const namesIn = (text: string) => text.split(',').map((name) => name.trim())

function complaint(unknown: string, names: string[]) {
  const suggestion = nearestOf(unknown, names)
  const hint = profileFields.some((name) => name === unknown)
    ? 'only a profile, /v1/farms/{id}, has it'
    : suggestion
      ? `did you mean \`${suggestion}\`?`
      : `there are ${names.join(', ')}`
  return { message: `unknown field \`${unknown}\`; ${hint}`, params: { suggestion } }
}
