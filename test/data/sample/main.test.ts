import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { runHere } from '../../support/command_here.ts'

const program = 'data/sample/main.ts'
const command = join(import.meta.dirname, '../../..', program)
const folder = mkdtempSync(join(tmpdir(), 'sample-'))
after(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'file'), '')

const run = (...args: string[]) =>
  spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8' })

describe('npm run sample', () => {
  it('writes a feed, says that it is synthetic, and what comes next', () => {
    const { status, stdout, stderr } = run(
      '--farms',
      '40',
      '--seed',
      '3',
      '--out',
      'farms.jsonl.gz',
    )
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^40 synthetic farms \(seed 3\) in farms\.jsonl\.gz, 0\.0 MB/)
    assert.match(stdout, /\nNext: npm run build -- --source farm-feed=farms\.jsonl\.gz\n$/)
    assert.match(stderr, /40 of 40 farms\n$/)
    const lines = gunzipSync(readFileSync(join(folder, 'farms.jsonl.gz')))
      .toString()
      .split('\n')
    assert.equal(lines.length, 41)
  })

  it('has a default for all but the file', () => {
    const { status, stdout } = run('--out', 'default.jsonl')
    assert.equal(status, 0)
    assert.match(stdout, /^5,000 synthetic farms \(seed 1\)/)
  })

  it('makes the folder where it is missing', () => {
    const { status, stderr } = run('--farms', '5', '--out', 'missing/folder/farms.jsonl')
    assert.equal(status, 0, stderr)
    const text = readFileSync(join(folder, 'missing/folder/farms.jsonl'), 'utf8')
    assert.equal(text.split('\n').length, 6)
  })

  it('helps', async () => {
    const { status, out } = await runHere(program, ['--help'])
    assert.equal(status, 0)
    for (const option of ['--out', '--farms', '--seed', '--help']) assert.ok(out.includes(option))
  })

  const refused = {
    '--out is missing': [],
    '--farms `many` is not a whole number from 1 to 10,000,000': ['--farms', 'many', '--out', 'x'],
    '--farms `0` is not': ['--farms', '0', '--out', 'x'],
    '--farms `10000001` is not': ['--farms', '10000001', '--out', 'x'],
    '--seed `1.5` is not a whole number from 0 to 4,294,967,295': ['--seed', '1.5', '--out', 'x'],
    "Unknown option '--farm'": ['--farm', '5', '--out', 'x'],
    'a file is in its place (EEXIST: mkdir': ['--farms', '5', '--out', join(folder, 'file/x')],
  }
  for (const [message, args] of Object.entries(refused)) {
    it(`refuses \`${args.join(' ').replace(folder, 'DIR')}\` with status 2`, async () => {
      const { status, out, err } = await runHere(program, args)
      assert.equal(status, 2)
      assert.ok(err.includes(message), err)
      assert.equal(out, '')
    })
  }
})
