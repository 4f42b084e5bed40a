/** The whole file cannot be read: it is missing, empty, or of another type. */
export class SourceError extends Error {
  override name = 'SourceError'
}
