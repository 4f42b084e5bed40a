/** A snapshot can't be served; the message says what is wrong with it and what helps. */
export class SnapshotError extends Error {
  override name = 'SnapshotError'
}
