import { given, stepsOf, type Step, runSteps } from '../../database/step.ts'
import { turns, epochsOf, type Current, type Edition } from './epochs.ts'
import { sqlFile, type Database } from '../../database/database.ts'
import { valuesTable } from '../../database/values_table.ts'

const step = stepsOf(import.meta.url)
const file = (name: string) => sqlFile(import.meta.url, name)

const successionTypes = { series: 'VARCHAR', succession: 'VARCHAR', turn: 'INTEGER' }

/**
 * Makes `editions.current`, the editions that decide which farms are listed, and the state before them:
 * `carried.registry`, `carried.lineage`, `carried.holders`, `carried.wordings`. `lived` are the steps that
 * carry farms from one edition to the next.
 */
export const editionSteps = (lived: Step[], noWordings: Step): Step[] => [
  step('editions.read'),
  step('editions.known'),
  step('intake.editions'),
  {
    name: 'editions.current',
    reads: [
      'intake.rows',
      'intake.inputs',
      'intake.rejects',
      'intake.successions',
      'intake.editions',
      'before.snapshot',
      'before.farms',
      'before.registry',
      'before.lineage',
      'before.editions',
      'before.tombstones',
      'before.removed_listings',
    ],
    writes: [
      'editions.current',
      'carried.registry',
      'carried.lineage',
      'carried.holders',
      'carried.wordings',
    ],
    drops: lived.flatMap(({ writes }) => writes),
    run: (database) => foldEditions(database, lived, noWordings),
  },
]

/** The successions in `data/successions.json`. */
export const successionSteps: Step[] = [
  given(
    'intake.successions',
    successionTypes,
    Array.from(turns, ([series, turn]) => ({ series, ...turn })),
  ),
]

/**
 * Replays unread older editions in date order, so the number of editions per build does not matter. `steps`
 * write `published.registry`, `published.lineage` and `match.wordings`; `noWordings` makes an empty
 * `carried.wordings`. Makes:
 *
 * - `editions.current`: the editions that decide which farms are listed;
 * - `carried.registry`, `carried.lineage`: the state before them;
 * - `carried.holders`: the holder of the source id of each older row at its date;
 * - `carried.wordings`: the words of every text so far.
 */
async function foldEditions(database: Database, steps: Step[], noWordings: Step): Promise<void> {
  const epochs = epochsOf(
    await database.rows<Edition>(readEditions),
    await database.rows<Current>(currentBefore),
  )
  await database.run(`create or replace table carried.registry as ${file('registry_before.sql')}`)
  await database.run(`create or replace table carried.lineage as ${file('lineage_before.sql')}`)
  await valuesTable(database, 'carried.holders', holderTypes, [])
  await runSteps(database, [noWordings])
  for (const listed of epochs.slice(0, -1)) {
    await valuesTable(database, 'editions.current', currentTypes, listed)
    await runSteps(database, steps)
    await database.run('insert into carried.holders select seq, holder from removal.listings')
    await database.run('insert into carried.wordings from match.wordings')
    await database.run(
      `create or replace table carried.registry as ${file('registry_of_epoch.sql')}`,
    )
    await database.run('create or replace table carried.lineage as from published.lineage')
    await dropAll(
      database,
      steps.flatMap(({ writes }) => writes),
    )
  }
  await valuesTable(database, 'editions.current', currentTypes, epochs.at(-1)!)
}

const currentTypes = { input: 'INTEGER', series: 'VARCHAR' }

const holderTypes = { seq: 'INTEGER', holder: 'INTEGER' }

const readEditions = `
  select input, series, succession, turn, edition::varchar as edition, known
  from intake.editions
  order by input, series`

const currentBefore = `
  select coalesce(succession, series) as succession, coalesce(turn, 0) as turn, edition::varchar as edition
  from before.editions
  left join intake.successions using (series)
  where current`

async function dropAll(database: Database, names: readonly string[]): Promise<void> {
  const present = await database.rows<{ name: string; kind: string }>(`
    select table_schema || '.' || table_name as name, replace(table_type, 'BASE ', '') as kind
    from information_schema.tables`)
  const drops = present.flatMap(({ name, kind }) =>
    names.includes(name) ? [`drop ${kind} ${name}`] : [],
  )
  await database.run(drops.join(';'))
}
