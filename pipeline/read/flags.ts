const yes = /^(?:y|yes|t|true|x|1(?:\.0+)?|✓|✔|☑)$/i
const no = /^(?:n|no|f|false|0(?:\.0+)?|-|☐)$/i

/** The value of a yes/no column; null = neither yes nor no. */
export function flagOf(text: string): boolean | null {
  const plain = text.trim()
  if (yes.test(plain)) return true
  return no.test(plain) ? false : null
}

export const isYes = (text: string | null): boolean => text !== null && flagOf(text) === true

/** pandas writes a blank as `nan`. */
export const isBlank = (text: string): boolean =>
  text === '' || /^(?:nan|null|none|\\N)?$/i.test(text.trim())
