import type { Database } from '../../database/database.ts'
import { evidence } from './evidence.ts'
import * as words from './words.ts'

/** Lends the words and the points to the statements, as variables of the connection. */
export async function setVariables(database: Database): Promise<void> {
  const points = Object.entries(evidence).map(([name, { points }]) => [name, points])
  const variables = [
    ['match_generic', 'VARCHAR[]', words.genericWords],
    ['match_days', 'VARCHAR[]', words.weekdayWords],
    ['match_winter', 'VARCHAR[]', words.winterWords],
    ['match_summer', 'VARCHAR[]', words.summerWords],
    ['match_street', 'VARCHAR[]', words.streetWords],
    ['match_shared_hosts', 'VARCHAR[]', words.sharedHosts],
    ['match_synonyms', 'MAP(VARCHAR, VARCHAR)', words.synonyms],
    ['match_states', 'MAP(VARCHAR, VARCHAR[])', words.stateWords],
    ['match_points', 'MAP(VARCHAR, DOUBLE)', Object.fromEntries(points)],
  ] as const
  for (const [name, type, value] of variables)
    await database.run(`set variable ${name} = from_json($value, '"${type}"')`, {
      value: JSON.stringify(value),
    })
}
