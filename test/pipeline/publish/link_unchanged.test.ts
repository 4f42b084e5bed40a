import assert from 'node:assert/strict'
import { appendFile, cp, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { linkUnchanged } from '../../../pipeline/publish/publish.ts'
import { prune } from '../../../pipeline/snapshots/retention.ts'
import { publishedIds, readManifest } from '../../../pipeline/snapshots/snapshots.ts'
import { verifySnapshot } from '../../../pipeline/snapshots/verify.ts'
import { copyOfBuild } from '../../support/build_folder.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { runCommand } from '../../support/command.ts'
import { faultOptions } from '../../support/faults.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const feed = [{ source_id: '1', name: 'Stone Creek Farm', updated_at: '2026-01-01T00:00:00Z' }]
const night = (number: number) => new Date(Date.UTC(2026, 0, number, 4))

/** Two nights of one feed. */
const root = join(await temporaryFolder({ after }), 'build')
for (const number of [1, 2]) await buildSnapshot({ after }, { root, feed, now: night(number) })
const ids = await publishedIds(layout(root))

/** The paths of the files that the later snapshot shares with the earlier one, by digest and by file. */
async function shared(folder: string, [earlier, later]: string[]) {
  const [one, other] = [earlier!, later!].map((id) => layout(folder).snapshot(id)) as [
    string,
    string,
  ]
  const files = new Map((await readManifest(one)).files.map(({ path, sha256 }) => [path, sha256]))
  const same = (await readManifest(other)).files.filter(
    (file) => files.get(file.path) === file.sha256,
  )
  const [equal, linked]: string[][] = [[], []]
  for (const { path } of same) {
    equal!.push(path)
    const inodes = await Promise.all([one, other].map((snapshot) => stat(join(snapshot, path))))
    if (inodes[0]!.ino === inodes[1]!.ino) linked!.push(path)
  }
  return { equal: equal!, linked: linked! }
}

describe('linkUnchanged(folder, files, before)', () => {
  it('makes each file that did not change a link to that of the snapshot before', async () => {
    const { equal, linked } = await shared(root, ids)
    for (const path of [
      'members/values.parquet',
      'members/registry.parquet',
      'public/stats.parquet',
    ])
      assert.ok(equal.includes(path), path)
    assert.deepEqual(linked, equal)
  })

  it('leaves a snapshot whole when the one before is pruned', async (t) => {
    const copy = await copyOfBuild(t, root)
    await buildSnapshot(t, { root: copy, feed, now: night(3) })
    const [, second, third] = await publishedIds(layout(copy))
    assert.deepEqual(
      await shared(copy, [second!, third!]).then(({ linked }) => linked.length > 9),
      true,
    )
    const fourth = await buildSnapshot(t, { root: copy, feed, now: night(4) })
    assert.ok((await prune(layout(copy), 2)).includes(second!))
    for (const id of [third!, fourth.id])
      assert.deepEqual((await verifySnapshot(layout(copy).snapshot(id))).problems, [])
  })

  it('keeps the new file if the file system refuses a link', async (t) => {
    const copy = await copyOfBuild(t, root)
    const path = join(copy, '../feed.jsonl')
    await writeFile(path, JSON.stringify(feed[0]) + '\n')
    const args = ['build', '--source', `farm-feed=${path}`, '--out', copy]
    const refused = { action: 'EXDEV', when: 'before', call: 'link', path: 'values' } as const
    const { status, err } = await runCommand('pipeline/main.ts', args, faultOptions(refused))
    assert.equal(status, 0, err)
    const [, second, third] = await publishedIds(layout(copy))
    const { equal, linked } = await shared(copy, [second!, third!])
    assert.deepEqual(
      equal.filter((each) => !linked.includes(each)),
      ['members/values.parquet'],
    )
    assert.deepEqual((await verifySnapshot(layout(copy).snapshot(third!))).problems, [])
  })

  it('links to no damaged file', async (t) => {
    const folder = await temporaryFolder(t)
    const id = ids[0]!
    const [before, now] = [join(folder, 'before', id), join(folder, 'now', id)]
    for (const to of [before, now]) await cp(layout(root).snapshot(id), to, { recursive: true })
    const manifest = await readManifest(now)
    const path = 'public/stats.parquet'
    await appendFile(join(before, path), 'x')
    await linkUnchanged(now, manifest.files, { folder: before, manifest })
    assert.deepEqual((await verifySnapshot(now)).problems, [])
    const inodeOf = async (of: string) => (await stat(join(of, path))).ino
    assert.notEqual(await inodeOf(now), await inodeOf(before))
  })
})
