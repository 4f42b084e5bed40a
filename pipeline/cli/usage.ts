import { nearestOf } from '../../data/vocabulary/edit_distance.ts'
import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The command line can't be understood; the message says what would be. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Names that were perhaps meant by one that is unknown. */
export function hintFor(name: string, known: string[]): string {
  const nearest = nearestOf(name, known)
  return nearest ? `did you mean ${nearest}?` : `there are ${known.join(', ')}`
}

/** `parseArgs` whose complaints are usage errors that point to `--help`. */
export function parseCommandLine<Config extends ParseArgsConfig>(command: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(`${(error as Error).message} (npm run ${command} -- --help)`, {
      cause: error,
    })
  }
}
