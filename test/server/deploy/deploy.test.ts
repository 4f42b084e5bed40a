import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { validate } from 'dockerfile-utils'
import { settings } from '../../../server/config.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'server/deploy')
const textOf = (path: string) => readFileSync(join(folder, path), 'utf8')
const units = readdirSync(join(folder, 'systemd'))

/** Whether a command is there, and says so. */
const without = (command: string, ...args: string[]) =>
  spawnSync(command, args).status === 0 ? false : `${command} ${args.join(' ')} does not work here`

/** The names that a text gives values to, of those that are settings here by their look. */
const given = (text: string) =>
  [...text.matchAll(/\b([A-Z][A-Z_]+)[=:] ?\S/g)].map(([, name]) => name!)

/** Variables of other programs. */
const ofOthers = /^(AWS_|POSTGRES_|S3_|NODE_ENV$|UV_THREADPOOL_SIZE$|CMD$)/

describe('server/deploy', () => {
  it('names no setting that there is not', () => {
    const texts = [
      'Containerfile',
      'compose.yaml',
      'README.md',
      ...units.map((each) => `systemd/${each}`),
    ]
    const unknown = texts.flatMap((path) =>
      given(textOf(path)).filter((name) => !(name in settings) && !ofOthers.test(name)),
    )
    assert.deepEqual(unknown, [])
  })

  it('copies into the image what its commands load, and no more', () => {
    const copied = [...textOf('Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    const sources = new Set(copied.flatMap(([, names]) => names!.split(' ')))
    assert.deepEqual(
      [...sources].filter((name) => !existsSync(join(root, name))),
      [],
    )
    const sent = textOf('Containerfile.dockerignore').match(/(?<=^!).+$/gm)!
    assert.deepEqual([...sources].toSorted(byCode), sent.toSorted(byCode))
    for (const [, program] of textOf('Containerfile').matchAll(/"node", "(\w+)\/\S+\.ts"/g))
      assert.ok(sources.has(program!), program)
  })

  it('has alerts on metrics that there are', () => {
    const programs = ['server/app/monitoring/metrics.ts', 'pipeline/notify/notify_run.ts']
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join()
    const names = new Set(textOf('alerts.yaml').match(/\bfarm_directory_\w+/g))
    const isThere = (name: string) =>
      [name, name.replace('farm_directory_', '')].some((each) => programs.includes(`'${each}'`)) ||
      (name === 'farm_directory_store_up' && programs.includes('`farm_directory_${name}_up`'))
    assert.ok(names.size > 7)
    assert.deepEqual(
      [...names].filter((name) => !isThere(name)),
      [],
    )
  })

  it('has a Containerfile that a linter accepts', () => {
    assert.deepEqual(validate(textOf('Containerfile')), [])
  })

  it(
    'has a compose file that Compose accepts',
    { skip: without('docker', 'compose', 'version') },
    () => {
      const env = { ...process.env, POSTGRES_PASSWORD: 'a', S3_KEY: 'b', S3_SECRET: 'c' }
      const args = ['compose', '-f', join(folder, 'compose.yaml'), 'config', '--quiet']
      const { status, stderr } = spawnSync('docker', args, { env, encoding: 'utf8' })
      assert.equal(status, 0, stderr)
    },
  )

  it(
    'has units that systemd accepts, and hardly exposed',
    { skip: without('systemd-analyze', '--version') },
    async (t) => {
      const own = await temporaryFolder(t)
      for (const unit of units) {
        // Verified is also that the program is there: one that is everywhere.
        const text = textOf(`systemd/${unit}`).replaceAll(/(?<=^ExecStart\w*=)\S+/gm, '/bin/sh')
        await writeFile(join(own, unit), text)
      }
      for (const unit of units) {
        const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(own, unit)], {
          encoding: 'utf8',
        })
        assert.deepEqual([status, stderr], [0, ''], unit)
        if (!unit.endsWith('.service')) continue
        const args = ['security', '--offline=true', '--threshold=20', join(own, unit)]
        const exposed = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
        assert.equal(exposed.status, 0, exposed.stdout)
      }
    },
  )
})

const byCode = (a: string, b: string) => (a < b ? -1 : 1)
