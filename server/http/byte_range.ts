/** A part of a file: bytes `first` to `last`, inclusive. */
export type ByteRange = { first: number; last: number }

/**
 * Reads a Range header (RFC 9110, section 14) for a file of `size` bytes. Returns 'whole' if it is missing,
 * malformed or lists several ranges, which a server may ignore; null if the range lies outside the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? { first, last } : null
}
