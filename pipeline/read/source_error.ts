import type { Fallback } from '../../data/schema/manifest.ts'

type Details = ErrorOptions & { reason?: Fallback['reason'] }

/** The whole file cannot be read: it is missing, empty, or of another type. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly reason: Fallback['reason']

  constructor(message: string, { reason = 'unreadable', ...options }: Details = {}) {
    super(message, options)
    this.reason = reason
  }
}
