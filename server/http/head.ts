/** The header fields of an answer, each by the one way in which it is written here; a list is a line each. */
export type Head = Record<string, string | string[]>

/** Adds a line of a field to those that there are. */
export function addLine(head: Head, name: string, line: string): void {
  const lines = head[name]
  head[name] = lines === undefined ? line : [lines, line].flat()
}

/** Says that the answer depends on a field of the request. */
export function varyBy(head: Head, field: string): void {
  const { Vary: said } = head
  if (said === undefined) head['Vary'] = field
  else if (!String(said).toLowerCase().includes(field.toLowerCase()))
    head['Vary'] = `${String(said)}, ${field}`
}

/** Names and values in turn, as Node writes them without looking at them again. */
export function linesOf(head: Head): string[] {
  const lines: string[] = []
  for (const name in head) {
    const value = head[name]!
    if (typeof value === 'string') lines.push(name, value)
    else for (const each of value) lines.push(name, each)
  }
  return lines
}
