import { stepsOf, task, type Step } from '../../database/step.ts'
import type { Database } from '../../database/database.ts'
import { insertRows, valuesTable } from '../../database/values_table.ts'
import { firstFarmId } from '../../intake/reading.ts'

const step = stepsOf(import.meta.url)

/**
 * Gives each cluster of listings its farm id: `identity.listings`, one row per listing of this build.
 * `identity.mergers` and `identity.splits` record the effect on earlier ids.
 *
 * A cluster keeps the farm id of its listings. If a cluster could have several ids, or several clusters one
 * id, the strongest claim wins (contested.sql). A cluster without an earlier farm gets the id made from its
 * first listing, with a number added if another farm ever had that id.
 */
export const identitySteps: Step[] = [
  step('identity.live_clusters'),
  step('identity.claims'),
  step('identity.contested'),
  task('identity.granted', ['identity.claims', 'identity.contested'], grantClaims),
  step('identity.reissued'),
  task(
    'identity.former',
    [
      'carried.lineage',
      'history.known',
      'match.clusters',
      'identity.live_clusters',
      'identity.granted',
      'identity.reissued',
    ],
    findFormer,
  ),
  step('identity.new_farms'),
  task(
    'identity.assigned',
    [
      'history.known',
      'identity.granted',
      'identity.reissued',
      'identity.former',
      'identity.new_farms',
    ],
    nameFarms,
  ),
  step('identity.listings'),
  step('identity.mergers'),
  step('identity.splits'),
]

/** Assigns a farm id to a cluster of listings. */
type Assignment = { cluster: string; farm_id: string }
const assignmentTypes = { cluster: 'VARCHAR', farm_id: 'VARCHAR' }

/** Makes `identity.granted`: sole claims, and competing claims granted one after another. */
async function grantClaims(database: Database): Promise<void> {
  await database.run(
    'create table identity.granted as select cluster, farm_id from identity.claims where sole',
  )
  const claims = await database.rows<Assignment>(
    'select cluster, farm_id from identity.contested order by turn',
  )
  await insertRows(database, 'identity.granted', assignmentTypes, inOrder(claims))
}

/** Grants claims in order: at most one farm per cluster and one cluster per farm. */
function inOrder(claims: Assignment[]): Assignment[] {
  const met = new Set<string>()
  return claims.filter(({ cluster, farm_id }) => {
    if (met.has(cluster) || met.has(farm_id)) return false
    met.add(cluster).add(farm_id)
    return true
  })
}

/** Makes `identity.former`: the id of a part of a farm that was a farm before a merger; one listing gave it its id. */
async function findFormer(database: Database): Promise<void> {
  const merged = await database.rows<Assignment & { source: string; source_id: string }>(
    `select cluster, source, source_id, merged.farm_id
     from match.clusters
     join history.known using (key)
     join carried.lineage as merged on event = 'merged' and successor_id = known.farm_id
     where holder = 1
       and not removed
       and cluster in (select cluster from identity.live_clusters)
       and cluster not in (select cluster from identity.granted)
       and cluster not in (select cluster from identity.reissued)
     order by cluster, merged.farm_id`,
  )
  const former = merged.filter((each) => each.farm_id === firstFarmId(each.source, each.source_id))
  await valuesTable(database, 'identity.former', assignmentTypes, inOrder(former))
}

/** Makes `identity.assigned`: the farm id of each cluster, continued or new. */
async function nameFarms(database: Database): Promise<void> {
  await database.run(`
    create table identity.assigned as
    from identity.granted
    union all
    from identity.reissued
    union all
    from identity.former
    union all
    select cluster, first_id from identity.new_farms where not taken`)
  const named: Assignment[] = []
  for (const farm of await database.rows<NewFarm>(
    'select cluster, source, source_id, turn from identity.new_farms where taken order by cluster',
  ))
    named.push({ cluster: farm.cluster, farm_id: await freeId(database, farm) })
  await insertRows(database, 'identity.assigned', assignmentTypes, named)
}

type NewFarm = { cluster: string; source: string; source_id: string; turn: number }

/** The id made from the source id, with a number that makes it unique, counted from `turn`. */
async function freeId(database: Database, { source, source_id, turn }: NewFarm): Promise<string> {
  for (let n = turn; ; n++) {
    const id = firstFarmId(source, `${source_id}\n${n}`)
    const [found] = await database.rows(
      `select 1 from history.known where farm_id = $id
       union all
       select 1 from identity.assigned where farm_id = $id`,
      { id },
    )
    if (!found) return id
  }
}
