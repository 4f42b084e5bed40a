/** A row of a Markdown table: what would end a cell or the row is escaped. */
export const markdownRow = (cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`
