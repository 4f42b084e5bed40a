/** The file as a whole can't be read: missing, empty, or of another kind. */
export class SourceError extends Error {
  override name = 'SourceError'
}
