const marks = /svc_/i
const secrets = /(svc_(?:live|pub|session|link|asker)_)\w+/gi

/** Masks every API key and token in a text: clients put them in the wrong places. */
export function withoutKeys(text: string): string {
  const plain = text.includes('%') ? text.replaceAll(escape, letterOf) : text
  return marks.test(plain) ? plain.replaceAll(secrets, '$1…') : text
}

/** An address may contain a letter as its code, which is easily decoded. */
const escape = /%([3-7][\da-f])/gi

function letterOf(escaped: string, hex: string): string {
  const letter = String.fromCharCode(parseInt(hex, 16))
  return /\w/.test(letter) ? letter : escaped
}
