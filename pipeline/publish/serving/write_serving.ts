import { join } from 'node:path'
import { servingFile, searchedFields, type Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'
import { codeColumns, withNodeSums, termFarms } from './code_lists.ts'
import { cityColumns, farmColumns, farmNameColumns, orderColumns } from './farms.ts'
import { freeCards, phrasedCards } from './cards/cards.ts'
import { buildCellTree } from './cell_tree.ts'
import { listingColumns, priceColumns } from './listings.ts'
import { scheduleColumns } from './schedules.ts'
import { openServingFile } from './serving_file.ts'
import { textIndex } from './text_index.ts'

/** Writes the columns (data/schema/serving/columns.ts) of `published.farms` and what belongs to it. */
export async function writeServing(
  database: Database,
  folder: string,
  farms: number,
  stats: Columns['documents']['stats'],
): Promise<void> {
  await using file = await openServingFile(join(folder, servingFile))
  await file.write('freeCards', await freeCards(database, folder, farms))
  for (const card of ['paid', 'profile'] as const)
    await file.write(`${card}Cards`, await phrasedCards(database, card, folder, farms))
  await file.write('orders', await orderColumns(database, farms))
  const { cells, ...places } = await farmColumns(database, farms)
  await file.write('farms', places)
  const tree = buildCellTree(cells, places.lat, places.lng)
  await file.write('tree', tree)
  const attributes = await codeColumns(database, 'attributes', farms)
  await file.write('attributes', {
    facets: attributes.names,
    ...withNodeSums(attributes, tree, attributes.codes),
  })
  await file.write('facets', await codeColumns(database, 'facets', farms))
  await file.write('cities', await cityColumns(database, farms))
  await file.write('prices', await priceColumns(database, farms, tree))
  await file.write('listings', await listingColumns(database, farms))
  await file.write('schedules', await scheduleColumns(database, farms))
  const { words, postings } = await textIndex(database, farms)
  await file.write('words', { list: words })
  for (const field of searchedFields) await file.write(`${field}Words` as const, postings[field])
  await file.write('farmNames', await farmNameColumns(database))
  await file.write('documents', { stats, termFarms: await termFarms(database) })
  await file.finish()
}
