import { checkTree } from '../../../data/schema/serving/cell_tree.ts'
import { knownCount } from '../../../data/schema/serving/column_checks.ts'
import { columns, type Columns, type Group } from '../../../data/schema/serving/columns.ts'
import type { CodeGroup } from '../../../data/schema/serving/fields.ts'
import { codeChunks, type CodeChunks } from '../sets/code_sets.ts'
import { codesIn, namesOfGroup } from './code_lists.ts'
import { ServingFile } from './serving_file.ts'

/** Cards that stay on disk: the first byte's offset in the file, and each card's start from there. */
export type CardsOnDisk = Omit<Columns['paidCards'], 'lines'> & { offset: number }

type OnDisk = 'paidCards' | 'profileCards'
const onDisk: readonly string[] = ['paidCards', 'profileCards'] satisfies OnDisk[]

/** The columns of a snapshot, in memory that threads share. */
export type HeldColumns = Omit<Columns, OnDisk> &
  Record<OnDisk, CardsOnDisk> & {
    /** The rows of each code. */
    codeChunks: Record<CodeGroup, CodeChunks>
  }

/**
 * Reads the columns of a snapshot of `rows` farms and a schema version. Throws if the file's SHA-256
 * differs, or a column violates the schema.
 */
export async function readColumns(
  path: string,
  rows: number,
  sha256: string,
  version: number,
): Promise<HeldColumns> {
  await using file = await ServingFile.open(path, rows, version)
  const found = await file.load(onDisk.map((group) => `${group}.lines`))
  if (found !== sha256) throw new Error(`${path}: ${otherContent}`)
  const held: Partial<Record<Group, unknown>> = {}
  for (const group of Object.keys(columns) as Group[])
    held[group] = onDisk.includes(group)
      ? await cardsOnDisk(file, group as OnDisk)
      : await file.group(group)
  const { farms, tree } = held as HeldColumns
  if (knownCount(farms.lat) !== knownCount(farms.lng))
    throw new Error(`${path}: column farms.lng has other places without a location than farms.lat`)
  checkTree(tree, knownCount(farms.lat))
  const chunksOf = (group: CodeGroup) =>
    codeChunks((held as HeldColumns)[group], codesIn(namesOfGroup(held as HeldColumns, group)))
  return {
    ...(held as HeldColumns),
    codeChunks: { attributes: chunksOf('attributes'), facets: chunksOf('facets') },
  }
}

/** The fault of a file whose SHA-256 differs from its manifest. */
export const otherContent = 'its SHA-256 differs from the manifest'

async function cardsOnDisk(file: ServingFile, group: OnDisk): Promise<CardsOnDisk> {
  return {
    offset: file.span(group, 'lines').offset,
    starts: await file.column(group, 'starts'),
    phrases: await file.column(group, 'phrases'),
    phraseStarts: await file.column(group, 'phraseStarts'),
  }
}
