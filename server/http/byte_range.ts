/** A part of a file: its bytes from `first` to `last`, both included. */
export type ByteRange = { first: number; last: number }

/**
 * Reads a Range header (RFC 9110, section 14) against a file of `size` bytes: 'whole' where it is
 * missing, malformed or asks for several ranges, which a server may leave unheeded; null where no
 * byte of the file is in the range.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? { first, last } : null
}
