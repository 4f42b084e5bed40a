/**
 * Lays out rows under headings, each column as wide as its widest cell, two blanks apart. Shows characters
 * that would steer a terminal as `\uFFFD`: names come from strangers.
 */
export function textTable(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((row) => row.map(printable))]
  const widths = headings.map((_, column) => {
    return Math.max(...lines.map((line) => width(line[column] ?? '')))
  })
  return lines.map((line) => alignedLine(line, widths)).join('\n')
}

function alignedLine(cells: string[], widths: number[]): string {
  const padded = cells.map((cell, column) => {
    return cell + ' '.repeat(Math.max((widths[column] ?? 0) - width(cell), 0))
  })
  return padded.join('  ').trimEnd()
}

/** Replaces control characters and characters that change the writing direction. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\uFFFD')
}

function width(text: string): number {
  return [...text].length
}
