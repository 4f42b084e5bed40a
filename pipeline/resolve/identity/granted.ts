import type { Database } from '../../database/database.ts'
import { valuesTable } from '../../database/values_table.ts'

/** The farm that a cluster of listings is. */
export type Assignment = { cluster: string; farm_id: string }

export const assignmentTypes = { cluster: 'VARCHAR', farm_id: 'VARCHAR' }

/** Makes `identity.granted`: the claims that are met of those that compete. */
export async function grantClaims(database: Database): Promise<void> {
  const claims = await database.rows<Assignment>(
    'select cluster, farm_id from identity.contested order by turn',
  )
  await valuesTable(database, 'identity.granted', assignmentTypes, inOrder(claims))
}

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
