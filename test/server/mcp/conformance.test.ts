import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const cwd = await temporaryFolder({ after }) // it may write what it finds there
const program = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

/** What applies to any server: the others use tools and resources that only a test server has. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
]

describe('the conformance suite of the Model Context Protocol', () => {
  for (const scenario of scenarios)
    it(`passes ${scenario}`, async () => {
      const args = [program, 'server', '--url', `${server.url}/mcp`, '--scenario', scenario]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
      assert.match(stdout, /Passed: (\d+)\/\1, 0 failed, 0 warnings/)
    })
})
