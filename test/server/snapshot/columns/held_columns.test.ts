import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { checkTree } from '../../../../data/schema/serving/cell_tree.ts'
import { columns, servingFile, type Columns } from '../../../../data/schema/serving/columns.ts'
import type { Manifest } from '../../../../data/schema/manifest.ts'
import { readColumns } from '../../../../server/snapshot/columns/held_columns.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { readColumns as readGroup } from '../../../support/serving_files.ts'

const { root, folder } = await fixtureSnapshot({ after })
const {
  farms,
  files,
  schema_version: version,
}: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
const { sha256 } = files.find(({ path }) => path === servingFile)!

describe('readColumns(path, rows, sha256, version)', () => {
  it('gives what the file holds, less the cards that stay on disk', async () => {
    const held = await readColumns(join(folder, servingFile), farms, sha256, version)
    for (const group of ['farms', 'tree', 'prices', 'words', 'freeCards'] as const)
      assert.deepEqual(held[group], await readGroup(folder, group))
    for (const group of ['paidCards', 'profileCards'] as const) {
      const { lines, starts } = await readGroup(folder, group)
      assert.deepEqual(held[group].starts, starts)
      const bytes = await readFile(join(folder, servingFile))
      const { offset } = held[group]
      assert.deepEqual(bytes.subarray(offset, offset + lines.length), Buffer.from(lines))
    }
  })

  it('refuses another SHA-256', async () => {
    const other = '0'.repeat(64)
    await assert.rejects(readColumns(join(folder, servingFile), farms, other, version), /SHA-256/)
  })
})

describe('a snapshot with right digests and wrong numbers', () => {
  // A request that has no end is ended by the system: 120 seconds of processor time are tenfold.
  it('is refused or answers: no request hangs, and none is a 500', async () => {
    const program = join(import.meta.dirname, '../../../support/ask_damaged_columns.ts')
    const runs = Object.values(columns).flatMap((group) => Object.keys(group)).length
    const command = 'ulimit -t 120; exec "$@"'
    const args = ['-c', command, 'sh', process.execPath, program, root, String(runs), '1']
    const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'close')
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.deepEqual(await ended, [0, null], err)
    const { refused, served, failures } = JSON.parse(out)
    assert.deepEqual(failures, [])
    assert.ok(refused > 20 && served > 5, `${refused} refused, ${served} served`)
  })
})

describe('checkTree(tree, located)', () => {
  const tree = (
    first: number[],
    end: number[],
    firstChild: number[],
    childCount: number[],
  ): Columns['tree'] => ({
    first: Uint32Array.from(first),
    end: Uint32Array.from(end),
    firstChild: Uint32Array.from(firstChild),
    childCount: Uint32Array.from(childCount),
    ball: new Float64Array(4 * first.length),
  })

  it('takes a tree, and one of no farm', () => {
    checkTree(tree([0, 0, 2], [3, 2, 3], [1, 0, 0], [2, 0, 0]), 3)
    checkTree(tree([0], [0], [0], [0]), 0)
  })

  it('refuses what has no end, leaves rows out, or has them twice', () => {
    const wrong: [why: string, tree: Columns['tree']][] = [
      ['no root', tree([], [], [], [])],
      ['a root of too few rows', tree([0], [2], [0], [0])],
      ['a node that is its own child', tree([0], [3], [0], [1])],
      ['a child before its parent', tree([0, 0, 2], [3, 2, 3], [1, 1, 0], [2, 1, 0])],
      ['children past the end', tree([0, 0, 2], [3, 2, 3], [1, 0, 0], [3, 0, 0])],
      ['a node that is no child', tree([0, 0, 2], [3, 2, 3], [0, 0, 0], [0, 0, 0])],
      ['a row left out', tree([0, 0, 2], [3, 1, 3], [1, 0, 0], [2, 0, 0])],
      ['a row twice', tree([0, 0, 1], [3, 2, 3], [1, 0, 0], [2, 0, 0])],
      ['rows past those of the parent', tree([0, 0, 2], [3, 2, 4], [1, 0, 0], [2, 0, 0])],
      ['a child of two', tree([0, 0, 2, 2], [3, 2, 3, 3], [1, 0, 3, 0], [2, 0, 1, 1])],
    ]
    for (const [why, each] of wrong) assert.throws(() => checkTree(each, 3), /^Error: tree: /, why)
  })

  it('refuses one that is deeper than cells are', () => {
    const depth = 18
    const chain = Array.from({ length: depth }, (_, node) => node)
    const ends = chain.map(() => 3)
    const zeros = chain.map(() => 0)
    const next = chain.map((node) => (node + 1) % depth)
    const counts = chain.map((node) => Number(node + 1 < depth))
    assert.throws(() => checkTree(tree(zeros, ends, next, counts), 3), /tree: node 16/)
  })
})
