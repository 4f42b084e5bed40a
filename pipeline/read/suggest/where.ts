import { counted } from '../../../data/counted.ts'
import { columnKey } from '../columns/column_key.ts'
import type { Column } from './columns.ts'

const named =
  /^(?:\w*status|(?:is)?(?:active|open|current|published|approved)|in(?:business|operation))$/
const inForce =
  /^(?:active|approved|current|in (?:business|operation)|licensed|open|operating|published|valid|y|yes|true|1)$/i
const over =
  /^(?:canceled|cancelled|closed|denied|expired|inactive|not active|out of business|pending|rejected|revoked|suspended|withdrawn|n|no|false|0)$/i

/**
 * Finds the column with the state of each row, and its values for rows in force. Returns null if there is none,
 * if it has a word that is not known, or if all its rows are in force.
 */
export function chosenRows(columns: Column[]) {
  for (const column of columns.filter(({ name }) => named.test(columnKey(name)))) {
    const words = Map.groupBy(column.values, (text) => text.trim())
    const chosen = [...words.keys()].filter((word) => inForce.test(word))
    const left = [...words.keys()].filter((word) => over.test(word))
    if (chosen.length === 0 || left.length === 0 || chosen.length + left.length < words.size)
      continue
    const rows = left.reduce((sum, word) => sum + words.get(word)!.length, 0)
    const remark =
      `where: \`${column.name}\` leaves out ${counted(rows, 'row')} of the first ${column.values.length} ` +
      `(${left.join(', ')}); check it`
    return { column, where: { [column.name]: chosen }, remark }
  }
  return null
}
