import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The command line can't be understood; the message says what would be. */
export class UsageError extends Error {
  override name = 'UsageError'
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
