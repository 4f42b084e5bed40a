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

/** Faults for the end of a sentence: one beside it, several below. */
export const listed = (faults: readonly string[]): string =>
  faults.length === 1 ? ` ${faults[0]}` : faults.map((each) => `\n  ${each}`).join('')
