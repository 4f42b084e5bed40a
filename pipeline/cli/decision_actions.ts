import { z } from 'zod'
import { commandOn, hintFor, UsageError, wholeNumber } from '../../data/command_line.ts'
import {
  correctableFields,
  listingKey,
  listingText,
  valueProblem,
  type CorrectableField,
  type DecidedPair,
  type Decision,
  type ListingName,
} from '../../data/schema/input/decision.ts'
import { tryParse } from '../read/formats/json.ts'
import type { KnownListing } from '../report/farm_history.ts'
import { readFilledIn } from '../report/doubtful.ts'
import { endOf, pairsOf, type Decisions } from '../resolve/decisions/read.ts'

type Made = Pick<Decision, 'at' | 'by' | 'reason'>
type Making = {
  /** The build folder. */
  root: string
  words: string[]
  made: Made
  held: Made & { evidence: string | null; until: string | null }
  listings: () => Promise<KnownListing[]>
}

/** A kind of decision: its words on the command line, and the function that reads them. */
export type Action = {
  takes: string
  words: [least: number, most: number]
  reason?: string
  make: (making: Making) => Promise<Decision[]>
}

/** The actions of `npm run farms` that record a decision. `reason`: the default. */
export const decisionActions: Record<string, Action> = {
  correct: { takes: 'FARM FIELD VALUE', words: [3, 3], make: correct },
  remove: { takes: 'FARM', words: [1, 1], make: remove },
  merge: { takes: 'FARM FARM', words: [2, 2], make: merge },
  split: { takes: 'LISTING', words: [1, 1], make: split },
  withdraw: { takes: 'NUMBER [NUMBER …]', words: [1, Infinity], make: withdraw },
  decide: { takes: 'FILE.csv', words: [1, 1], reason: 'compared side by side', make: decide },
}

/** Fields that are corrected as a whole. */
const wholes: Record<string, CorrectableField> = { lat: 'location', lng: 'location' }

async function correct({ words, held, listings }: Making): Promise<Decision[]> {
  const [farm, name, text] = words as [string, string, string]
  const field = correctableFields.find((each) => each === name)
  if (!field)
    throw new UsageError(
      `no field ${name} to correct: ${hintFor(wholes[name] ?? name, correctableFields)}`,
    )
  const farm_id = farmOf(farm, await listings())
  return [{ decision: 'correct', farm_id, field, value: valueOf(field, text), ...held }]
}

/** Reads a value: null, text, also in quotes, if the field takes it, else JSON. Judges as text if neither fits. */
function valueOf(field: CorrectableField, text: string): unknown {
  const parsed = tryParse(text)
  const value = parsed === null || typeof parsed === 'string' ? parsed : text
  const problem = valueProblem(field, value)
  if (problem === null) return value
  const complaint = valueProblem(field, parsed)
  if (complaint === null) return parsed
  const isJson = typeof parsed === 'object'
  throw new UsageError(`${field} ${text}: ${isJson ? complaint : problem}`)
}

async function remove({ words, held, listings }: Making): Promise<Decision[]> {
  return [{ decision: 'remove', farm_id: farmOf(words[0]!, await listings()), ...held }]
}

async function merge({ words, held, listings }: Making): Promise<Decision[]> {
  const known = await listings()
  const [one, other] = words.map((word) => listingOf(word, known))
  if (one!.farm_id === other!.farm_id)
    throw new UsageError(`${words.join(' and ')} are one farm already: ${one!.farm_id}`)
  return [{ decision: 'merge', listing: named(one!), others: [named(other!)], ...held }]
}

async function split({ root, words, held, listings }: Making): Promise<Decision[]> {
  const known = await listings()
  if (z.uuid().safeParse(words[0]).success)
    throw new UsageError(
      `split takes a listing, SOURCE:ID; ${commandOn(root, `npm run farms -- history ${words[0]}`)} lists them`,
    )
  const listing = listingOf(words[0]!, known)
  const others = known.filter((each) => each !== listing && each.farm_id === listing.farm_id)
  if (others.length === 0) throw new UsageError(`${words[0]} is the only listing of its farm`)
  return [{ decision: 'split', listing: named(listing), others: others.map(named), ...held }]
}

async function withdraw({ words, made }: Making): Promise<Decision[]> {
  const numbers = new Set(words.map((word) => wholeNumber('withdraw', word, 1, 1_000_000)))
  return Array.from(numbers, (of) => ({ decision: 'withdraw', of, ...made }))
}

async function decide({ words, held }: Making): Promise<Decision[]> {
  const judged = await readFilledIn(words[0]!)
  return judged.map(({ a, b, same }) => ({
    decision: same ? 'merge' : 'split',
    listing: a,
    others: [b],
    ...held,
  }))
}

/**
 * The new ones of some decisions: a pair is decided once, and a farm removed once. Throws a UsageError if one
 * withdraws what is not in force, or contradicts another merge or split.
 */
export function newDecisions(onRecord: Decisions, made: Decision[], now: Date): Decision[] {
  const end = endOf(onRecord, now)
  const inForce = onRecord.entries.filter((each) => end(each) === null)
  const removals = inForce.filter((each) => each.decision === 'remove')
  const known = new Map(pairsOf(inForce).map((pair) => [pairName(pair), pair]))
  return made.filter((each) => {
    if (each.decision === 'withdraw') {
      const ended = onRecord.entries[each.of - 1]
      if (!ended) throw new UsageError(`there is no decision ${each.of} on record`)
      if (ended.decision === 'withdraw')
        throw new UsageError(`decision ${each.of} is a withdrawal: record what it ended again`)
      if (end(ended) === 'withdrawn')
        throw new UsageError(`decision ${each.of} is withdrawn already`)
    }
    if (each.decision === 'remove' && removals.some((known) => isSameRemoval(known, each)))
      return false
    const pairs = pairsOf([{ ...each, entry: 0 }])
    const isNew = pairs.map((pair) => isNewPair(pair, known)).includes(true)
    return pairs.length === 0 || isNew
  })
}

type Removal = Extract<Decision, { decision: 'remove' }>

const isSameRemoval = (known: Removal, { farm_id, until }: Removal): boolean =>
  known.farm_id === farm_id && known.until === until

function isNewPair(pair: DecidedPair, known: Map<string, DecidedPair>): boolean {
  const before = known.get(pairName(pair))
  known.set(pairName(pair), pair)
  if (!before || before.same === pair.same) return !before
  const contrary =
    before.entry === 0
      ? 'another row states the contrary; correct one'
      : `decision ${before.entry} states the contrary; withdraw it first`
  throw new UsageError(`${listingText(pair.a)} and ${listingText(pair.b)}: ${contrary}`)
}

const pairName = ({ a, b }: DecidedPair) => [a, b].map(listingKey).toSorted().join('\n')
const named = ({ source, source_id }: ListingName): ListingName => ({ source, source_id })

function farmOf(word: string, known: KnownListing[]): string {
  return listingOf(word, known).farm_id
}

/** A listing by its name, or one of a farm, listed now if any is. Throws a UsageError if there is none. */
export function listingOf(word: string, known: KnownListing[]): KnownListing {
  const found = known
    .filter((each) => each.farm_id === word || listingText(each) === word)
    .toSorted((a, b) => Number(a.last_seen !== null) - Number(b.last_seen !== null))[0]
  if (found) return found
  throw new UsageError(
    `the live snapshot has no farm and no listing ${word}; a removed farm is found by its id (in decisions.jsonl)`,
  )
}
