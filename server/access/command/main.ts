import { parseCommandLine, runProgram, UsageError } from '../../../data/command_line.ts'
import { accountCommands } from './account_commands.ts'
import { shown, type Command } from './command.ts'
import { keyCommands } from './key_commands.ts'
import { reportCommands } from './report_commands.ts'
import { AccountNotFound } from '../accounts/accounts.ts'
import { addressHere } from '../../http/addresses/public_address.ts'
import { Problem } from '../../http/problem.ts'
import { openStore } from '../store/open_store.ts'
import { StoreError, StoreUnavailable } from '../store/store_errors.ts'

const commands: Record<string, Command> = {
  ...keyCommands,
  ...accountCommands,
  ...reportCommands,
}

await runProgram('keys', () => main(process.argv.slice(2), process.env), [
  Problem,
  AccountNotFound,
  StoreError,
])

/** Runs the operator's command line. Returns the exit status. */
async function main(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name, ...rest] = args
  if (name === '--help' || name === '-h') return print(overview())
  try {
    return await run(commandNamed(name), rest, env)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new StoreError(error.reason, { cause: error })
    if (!(error instanceof UsageError)) throw error
    const topic = name !== undefined && Object.hasOwn(commands, name) ? `${name} ` : ''
    const help = `See: npm run keys -- ${topic}--help`
    throw new UsageError(`${error.message}\n${help}`, { cause: error })
  }
}

async function run(command: Command, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = { ...command.options, json: { type: 'boolean' } } as const
  const { values, positionals } = parseCommandLine(
    { args, options, allowPositionals: true },
    'npm run keys',
    help(command),
    '',
  )
  expectArguments(positionals, command.arguments ?? [])
  const action = command.read({ values, positionals }, baseUrl(env))
  const store = await openStore(env.STATE_DIR || '.state', env.STORE_URL || undefined)
  try {
    const output = await action(store)
    return print(values.json === true ? JSON.stringify(output.json, null, 2) : output.text)
  } finally {
    await store.close()
  }
}

/** Throws a UsageError if the number of arguments differs from the number of names. */
function expectArguments(given: string[], names: string[]): void {
  const missing = names[given.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const unexpected = given[names.length]
  if (unexpected !== undefined) throw new UsageError(`unexpected argument${shown(unexpected)}`)
}

function baseUrl(env: NodeJS.ProcessEnv): string {
  if (env.PUBLIC_URL) return env.PUBLIC_URL.replace(/\/$/, '')
  return addressHere(env.HOST || '127.0.0.1', Number(env.PORT || 8080))
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function commandNamed(name: string | undefined): Command {
  const known = Object.keys(commands).join(', ')
  if (name === undefined) throw new UsageError(`a command is missing: ${known}`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  throw new UsageError(`unknown command${shown(name)}; there are ${known}`)
}

function overview(): string {
  const rows = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return `Usage: npm run keys -- COMMAND [--json]

${rows.join('\n')}

The keys are in the folder that STATE_DIR names (default .state), or in the PostgreSQL database
of STORE_URL. A running server sees every change with its next request. --json prints JSON;
COMMAND --help explains it.`
}

function help(command: Command): string {
  return `Usage: npm run keys -- ${command.usage} [--json]

${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.

${command.details}
  --json        print JSON
`
}
