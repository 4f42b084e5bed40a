import type { Report } from '../../data/schema/report.ts'

const columns = ['source', 'file', 'read', 'used', 'merged', 'rejected'] as const

/** A table of what became of the rows of each source file: its head, and a row for each. */
export const sourceCounts = ({
  sources,
}: Report): [head: string[], rows: (string | number)[][]] => [
  [...columns],
  sources.map((source) => columns.map((name) => source[name])),
]
