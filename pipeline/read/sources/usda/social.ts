import type { Row } from '../../row.ts'

/**
 * Collects a row's links to networks, the network's name before a value that is no address and would
 * say nothing without it. `columns` are the network's name and the columns that hold it.
 */
export function socialLinks(
  row: Row,
  columns: readonly { network: string; names: readonly string[] }[],
): string[] | null {
  const links = columns.flatMap(({ network, names }) => {
    const value = row.get(...names)?.trim()
    if (value === undefined) return []
    const namesItself =
      network === '' ||
      /\.\w+\/|https?:|www\./i.test(value) ||
      value.toLowerCase().startsWith(network.toLowerCase())
    return [namesItself ? value : `${network}: ${value}`]
  })
  return links.length > 0 ? links : null
}
