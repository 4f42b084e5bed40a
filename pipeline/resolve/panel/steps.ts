import { saidPublicly, saidToMembers } from '../../../data/schema/tables/history/listing_run.ts'
import type { Database } from '../../database/database.ts'
import { statement, stepsOf, task, type Step } from '../../database/step.ts'
import { defineCounties } from '../merge/derived.ts'
import { pieces, published, runs, words } from './statements.ts'

const step = stepsOf(import.meta.url)

/**
 * Makes the history of listings by edition, `published.listings_history`, and its public columns,
 * `published.public_listings_history`. Makes `published.bridges`, the farm of each id over time. Adds unread
 * editions to the last snapshot's history at any point in time, so their number per build does not matter.
 */
export const panelSteps: Step[] = [
  step('panel.editions'),
  step('panel.rows'),
  step('panel.carried'),
  step('panel.said'),
  statement('panel.pieces', pieces, { drops: ['panel.rows'] }),
  statement('panel.runs', runs('panel.runs', 'panel.pieces', 'to_members')),
  statement('panel.public_runs', runs('panel.public_runs', 'panel.runs', 'publicly')),
  statement('panel.words', words, { drops: ['panel.pieces', 'panel.carried'] }),
  task('panel.counties', ['panel.words'], findCounties),
  statement(
    'published.listings_history',
    published('published.listings_history', 'panel.runs', saidToMembers),
  ),
  statement(
    'published.public_listings_history',
    published(
      'published.public_listings_history',
      'panel.public_runs',
      saidPublicly,
      'public_source_id(runs.source_id)',
    ),
  ),
  step('published.bridges'),
]

async function findCounties(database: Database): Promise<void> {
  defineCounties(database)
  await database.run(`
    create table panel.counties as
    select lat, lng, county_fips_at(lat, lng) as county_fips
    from (select distinct lat, lng from panel.words where lat is not null)`)
}
