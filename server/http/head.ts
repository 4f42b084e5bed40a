/** An answer's header fields, each in one fixed spelling; a list has one line per entry. */
export type Head = Record<string, string | string[]>

export function addLine(head: Head, name: string, line: string): void {
  const lines = head[name]
  head[name] = lines === undefined ? line : [lines, line].flat()
}

/** Marks the answer as depending on a request field. */
export function varyBy(head: Head, field: string): void {
  const { Vary: said } = head
  if (said === undefined) head['Vary'] = field
  else if (!String(said).toLowerCase().includes(field.toLowerCase()))
    head['Vary'] = `${String(said)}, ${field}`
}

/** Alternating names and values, which Node writes without further checks. */
export function headLines(head: Head): string[] {
  const lines: string[] = []
  for (const name in head) {
    const value = head[name]!
    if (typeof value === 'string') lines.push(name, value)
    else for (const each of value) lines.push(name, each)
  }
  return lines
}
