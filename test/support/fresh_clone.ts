import { cpSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

const project = join(import.meta.dirname, '../..')

/** The project as a fresh clone has it, with its packages installed. Returns its folder. */
export async function freshClone(life: Lifetime): Promise<string> {
  const clone = await temporaryFolder(life)
  for (const part of ['package.json', 'data', 'pipeline', 'server'])
    cpSync(join(project, part), join(clone, part), { recursive: true }) // in a tenth of the time of cp
  await symlink(join(project, 'node_modules'), join(clone, 'node_modules'))
  return clone
}

/** The environment of commands in a clone: without the places that this process was given for itself. */
export function cloneEnvironment(): NodeJS.ProcessEnv {
  const { BUILD_DIR: _build, STATE_DIR: _state, HOST: _host, ...env } = process.env
  return { ...env, PORT: '0', METRICS_PORT: '0' }
}
