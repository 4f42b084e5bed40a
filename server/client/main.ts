import { parseCommandLine, runProgram, UsageError } from '../../data/command_line.ts'
import { makeFolder, workingIn } from '../../data/system_failure.ts'
import { openApiDocument } from '../app/all_routes.ts'
import { writeClient } from './write_client.ts'

const help = `Writes clients of the API, made from its OpenAPI document.

  npm run client -- --out DIR

  --out DIR   where to write: api.d.ts (types of every request and answer), client.js and client.d.ts (typed
              calls, retries, paging), farm_directory.py (the same in Python, without packages),
              package.json and pyproject.toml to pack and publish them, and a README with examples
  --help      this text
`

const options = { out: { type: 'string' } } as const

/** `npm run client`. Returns the text to print. */
async function client(args: string[]): Promise<string> {
  const { values } = parseCommandLine({ args, options }, 'npm run client', help)
  const { out } = values
  if (!out)
    throw new UsageError(
      '--out is missing: name the folder to write into, as in npm run client -- --out ../farm-client',
    )
  const place = { doing: 'write the clients into', folder: out, setting: '--out DIR' }
  const files = await workingIn(place, async () => {
    await makeFolder(out)
    return writeClient(out, openApiDocument())
  })
  return `${files.join(', ')} in ${out}
Next: cd ${out} && npm install; README.md shows the first requests
`
}

await runProgram('client', async () => {
  process.stdout.write(await client(process.argv.slice(2)))
  return 0
})
