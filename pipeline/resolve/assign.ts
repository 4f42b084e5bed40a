import { sqlFile, type Database } from '../database/database.ts'
import { insertRows } from '../database/values_table.ts'
import { firstFarmId } from '../intake/first_farm_id.ts'

type Assignment = { cluster: string; farm_id: string }

/**
 * Gives each cluster of listings its farm id: table `identity`, one row for each listing of this
 * build, and what that means for the ids of before: `mergers` and `splits`. Reads `known`,
 * `clusters` and `matches`.
 *
 * A cluster goes on being the farm that its listings were. Where it could be several, or several
 * clusters one, the strongest claim is met first (contested.sql). One that no farm goes on in gets
 * the id of its first listing, or where that ever was another farm's, one made distinct.
 */
export async function assignFarms(database: Database): Promise<void> {
  await database.run(sqlFile(import.meta.url, 'claims.sql'))
  await insert(database, inOrder(await database.rows<Assignment>(sql('contested.sql'))))
  await database.run(sql('succession.sql'))
  await nameNewFarms(database)
  await database.run(sql('identity.sql'))
}

const sql = (name: string) => sqlFile(import.meta.url, name)

/** Meets claims one after the other: each cluster becomes one farm, each farm one cluster. */
function inOrder(claims: Assignment[]): Assignment[] {
  const clusters = new Set<string>()
  const farms = new Set<string>()
  return claims.filter(({ cluster, farm_id }) => {
    if (clusters.has(cluster) || farms.has(farm_id)) return false
    clusters.add(cluster)
    farms.add(farm_id)
    return true
  })
}

async function nameNewFarms(database: Database): Promise<void> {
  await database.run(`create table new_farms as ${sql('new_farms.sql')}`)
  await database.run('insert into assigned select cluster, first_id from new_farms where not taken')
  type NewFarm = { cluster: string; source: string; source_id: string; turn: number }
  const taken = await database.rows<NewFarm>(
    'select cluster, source, source_id, turn from new_farms where taken order by cluster',
  )
  const named: Assignment[] = []
  for (const { cluster, source, source_id, turn } of taken)
    named.push({ cluster, farm_id: await freeId(database, source, source_id, turn) })
  await insert(database, named)
}

/** The id at first sight, made distinct by how many farms the source id has stood for. */
async function freeId(database: Database, source: string, sourceId: string, turn: number) {
  for (let n = turn; ; n++) {
    const id = firstFarmId(source, `${sourceId}\n${n}`)
    const [found] = await database.rows(
      'select 1 from known where farm_id = $id union all select 1 from assigned where farm_id = $id',
      { id },
    )
    if (!found) return id
  }
}

const insert = (database: Database, assignments: Assignment[]) =>
  insertRows(database, 'assigned', { cluster: 'VARCHAR', farm_id: 'VARCHAR' }, assignments)
