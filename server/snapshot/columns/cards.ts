import { closeSync, openSync, readSync } from 'node:fs'
import type { Card } from '../../../data/schema/serving/columns.ts'
import { farm, freeFields, paidFields, profileFields } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import type { JsonBody } from '../../http/json_body.ts'
import { unavailable } from '../../http/problem.ts'
import type { CardsOnDisk, HeldColumns } from './held_columns.ts'

/** The JSON of the farms. */
export type Cards = {
  /** Prepares some rows for use. */
  of(rows: readonly number[]): Append
}

/** Appends the fields of a row's object: after `{` the fields of the free card, after a comma any others. */
type Append = (body: JsonBody, row: number) => void

/**
 * Opens the cards of a snapshot of a schema version. The free tier's cards, which nearly every answer needs, are
 * in memory; the others are on disk, in the file of columns at `path`. `opened` closes the file. `requireWhole`
 * throws if the file was found damaged since.
 */
export function openCards(
  { freeCards, paidCards, profileCards }: HeldColumns,
  version: number,
  path: string,
  requireWhole: () => void,
  opened: DisposableStack,
): Record<Card, Cards> {
  const file = opened.adopt(openSync(path, 'r'), closeSync)
  const { lines, starts } = freeCards
  const bytes = Buffer.from(lines.buffer)
  const added = addedSince(version, freeFields)
  const inMemory: Append = (body, row) =>
    void body.bytes(bytes, starts[row]!, starts[row + 1]! - 2).text(added)
  const onDisk = (cards: CardsOnDisk, fields: readonly string[]) =>
    cardsOnDisk(file, cards, addedSince(version, fields), requireWhole)
  return {
    free: { of: () => inMemory },
    paid: onDisk(paidCards, paidFields),
    profile: onDisk(profileCards, profileFields),
  }
}

/** The fields of a card that a schema version lacks, each null, after a comma. */
const addedSince = (version: number, fields: readonly string[]) =>
  columnsOf(farm)
    .filter(({ name, since }) => fields.includes(name) && since !== null && since > version)
    .map(({ name }) => `,"${name}":null`)
    .join('')

/**
 * Reads cards from the file on demand. A positioned read from the operating system's page cache takes
 * microseconds, and all processes that serve the snapshot share that memory.
 */
function cardsOnDisk(
  file: number,
  cards: CardsOnDisk,
  added: string,
  requireWhole: () => void,
): Cards {
  const { offset, starts } = cards
  const append = appending(cards)
  const read = (first: number, last: number) => {
    requireWhole()
    return readWhole(file, offset + starts[first]!, starts[last + 1]! - starts[first]!)
  }
  return {
    of(rows) {
      const found = new Map<number, { bytes: Buffer; start: number }>()
      for (const near of neighbors(rows)) {
        const first = near[0]!
        const bytes = read(first, near.at(-1)!)
        for (const row of near) found.set(row, { bytes, start: starts[row]! - starts[first]! })
      }
      return (body, row) => {
        const { bytes, start } = found.get(row)!
        append(body, bytes, start, start + starts[row + 1]! - starts[row]!)
        body.text(added)
      }
    },
  }
}

/** Appends a stored card, of `source` from `start` to `end`. */
function appending({ phrases, phraseStarts }: CardsOnDisk) {
  const texts = Buffer.from(phrases.buffer)
  return (body: JsonBody, source: Buffer, start: number, end: number) => {
    for (let at = start; at < end; at += 2) {
      const literal = at + 1
      at = literal + source[at]!
      if (at > end) throw damagedCard()
      body.bytes(source, literal, at)
      if (at === end) return
      const phrase = source[at]! + (source[at + 1]! << 8)
      if (phrase + 1 >= phraseStarts.length) throw damagedCard()
      body.bytes(texts, phraseStarts[phrase]!, phraseStarts[phrase + 1]!)
    }
  }
}

/** A stored card has no text, though the digest of its file is right. */
const damagedCard = () =>
  unavailable('the data of a farm is damaged in this snapshot; use another one', 60)

/** Reading this many unneeded rows costs less than a second read. */
const mostBetween = 8

/** Groups rows that are read at once, in their order: farms near each other are also near on disk. */
function neighbors(rows: readonly number[]): number[][] {
  const groups: number[][] = []
  let last = -Infinity
  for (const row of rows.toSorted((one, other) => one - other)) {
    if (row - last > mostBetween) groups.push([row])
    else groups.at(-1)!.push(row)
    last = row
  }
  return groups
}

/** Throws an `unavailable` Problem if the disk no longer returns the bytes that were there at opening. */
function readWhole(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  try {
    if (readSync(file, bytes, 0, length, position) !== length) throw new Error('it ended early')
    return bytes
  } catch (cause) {
    throw unavailable("the farm can't be read at the moment; try again", 5, cause)
  }
}
