import { join } from 'node:path'
import { startCommand } from './command.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

type Options = { args?: string[]; cwd?: string; nodeOptions?: string[]; fileBlocks?: number }

/**
 * Starts the server as `npm start` does, on any free port and with a store of its own unless `env`
 * says otherwise, and waits until it says where it is.
 */
export async function startProgram(
  life: Lifetime,
  env: Record<string, string>,
  { args = [], ...options }: Options = {},
) {
  const stateDir = env['STATE_DIR'] ?? join(await temporaryFolder(life), 'state')
  const own = { STATE_DIR: stateDir, PORT: '0', METRICS_PORT: '0', HOST: '', ...env }
  const server = startCommand(life, 'server/main.ts', args, { ...options, env: own })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    server.process.stdout!.on('data', (chunk) => {
      said += chunk
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
      if (address) resolve(address[0])
    })
    server.ended.then(({ err }) => reject(new Error(err)), reject)
  })
  return { ...server, url, stateDir }
}
