import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import createClient from 'openapi-fetch'
import type { OpenApiDocument } from '../../../server/openapi/model.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { readCalls, writeClient, type Values } from '../../support/generated_client.ts'
import { newestToken } from '../../support/mailbox.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root, folder: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farm = (await publishedFarms(snapshot)).find(({ name }) => name === 'Open Book Farm')
const folder = await temporaryFolder({ after })
const { body: document } = await server.ask<OpenApiDocument>('/openapi.json', { key: null })

/** In the order in which they can succeed; all others come before them. */
const last = [
  'askToSignIn',
  'openSession',
  'getSession',
  'createKey',
  'listKeys',
  'getKeyUsage',
  'rotateKey',
  'revokeKey',
  'endSession',
]
const keyIds = ['rotateKey.id', 'getKeyUsage.id', 'revokeKey.id']
const farmIds = [
  'farm_id',
  'getFarm.id',
  'getFarmProducts.id',
  'getFarmHours.id',
  'getFarmHistory.id',
]
await writeClient(folder, document, [...keyIds, ...farmIds, 'sign_in', 'token'])

describe('a client that is generated from the OpenAPI document', () => {
  it('type-checks', async () => {
    const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
      'package.json',
      'bin/tsc',
    )
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    )
    assert.equal(stdout, '')
  })

  it('calls every operation of a running server', async () => {
    const calls = await readCalls(folder)
    const values: Values = Object.fromEntries(farmIds.map((name) => [name, farm!.id]))
    let session: string | undefined
    const client = createClient({
      baseUrl: server.url,
      headers: { 'X-API-Key': server.keys.paid },
      querySerializer: { array: { style: 'form', explode: false } },
      fetch: (request) => {
        if (session) request.headers.set('Authorization', `Bearer ${session}`)
        return fetch(request)
      },
    })
    const first = Object.keys(calls).filter((name) => !last.includes(name))
    for (const name of [...first, ...last]) {
      const { data, error, response } = await calls[name]!(client, values)
      assert.ok(response.ok, `${name}: ${response.status} ${JSON.stringify(error)}`)
      assert.ok(data !== undefined && error === undefined, name)
      const told = data as Record<string, string>
      if (name === 'askToSignIn') {
        values['sign_in'] = told['sign_in']!
        values['token'] = await newestToken(server.stateDir, 'ann@example.org')
      }
      if (name === 'openSession') session = told['session']
      if (name === 'createKey') for (const each of keyIds) values[each] = told['id']!
    }
  })
})
