import type { Database } from '../../database/database.ts'
import { insertRows } from '../../database/values_table.ts'
import { firstFarmId } from '../../intake/first_farm_id.ts'
import { assignmentTypes, type Assignment } from './granted.ts'

type NewFarm = { cluster: string; source: string; source_id: string; turn: number }

/** Makes `identity.named`: the ids of new farms. */
export async function nameFarms(database: Database): Promise<void> {
  await database.run(
    'create table identity.named as select cluster, first_id as farm_id from identity.new_farms where not taken',
  )
  const taken = await database.rows<NewFarm>(
    'select cluster, source, source_id, turn from identity.new_farms where taken order by cluster',
  )
  const named: Assignment[] = []
  for (const farm of taken)
    named.push({ cluster: farm.cluster, farm_id: await freeId(database, farm) })
  await insertRows(database, 'identity.named', assignmentTypes, named)
}

/** The id at first sight, made distinct by how many farms had the source id. */
async function freeId(database: Database, { source, source_id, turn }: NewFarm): Promise<string> {
  for (let n = turn; ; n++) {
    const id = firstFarmId(source, `${source_id}\n${n}`)
    const [found] = await database.rows(
      `select 1 from history.known where farm_id = $id
       union all
       select 1 from identity.continued where farm_id = $id
       union all
       select 1 from identity.named where farm_id = $id`,
      { id },
    )
    if (!found) return id
  }
}
