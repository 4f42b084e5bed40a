import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { fileDigest } from '../../../data/file_digest.ts'
import { layout } from '../../../data/schema/layout.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { Tombstone } from '../../../data/schema/tombstones.ts'
import { writeSite } from '../../../server/site/write_site.ts'
import { runCommand } from '../../support/command.ts'
import { fixtureNights } from '../../support/fixture_nights.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root, ids } = await fixtureNights({ after })
const places = layout(root)
const out = join(await temporaryFolder({ after }), 'site')
const newestFirst = ids.toReversed()
const snapshotsOf = async (folder: string) => (await readdir(join(folder, 'snapshots'))).toSorted()

/** Every file that a page names, of the site or not. */
async function namedBy(page: string): Promise<string[]> {
  const { document } = parseHTML(await readFile(join(out, page), 'utf8'))
  const all = [...document.querySelectorAll('[href], [src]')]
  return all.map((each) => (each.getAttribute('href') ?? each.getAttribute('src'))!)
}

const farmsOf = async (id: string) =>
  (await readParquet<{ id: string }>(join(places.snapshot(id), 'public/farms.parquet'))).rows.map(
    (farm) => farm.id,
  )

const remove = (farm_id: string) => {
  const reason = 'asked for'
  const entry: Tombstone = { farm_id, reason, at: '2026-06-01T00:00:00Z', expires: null, listings: [] } // prettier-ignore
  return writeFile(places.tombstones, JSON.stringify([entry]))
}

describe('writeSite(layout, out, keep)', () => {
  it('writes each snapshot with its public files, and nothing of members', async () => {
    await mkdir(out)
    await writeFile(join(out, 'CNAME'), 'farms.example.org')
    const listing = await writeSite(places, out, 3)
    assert.equal(listing.latest, newestFirst[0])
    assert.deepEqual(await snapshotsOf(out), newestFirst.slice(0, 3).toSorted())
    for (const id of newestFirst.slice(0, 3)) {
      const folder = join(out, 'snapshots', id)
      const manifest = JSON.parse(
        await readFile(join(places.snapshot(id), 'manifest.json'), 'utf8'),
      ) as Manifest
      const open = manifest.files.filter(({ path }) => path.startsWith('public/'))
      assert.deepEqual(
        (await readdir(join(folder, 'public'))).toSorted(),
        open.map(({ path }) => path.slice('public/'.length)).toSorted(),
      )
      for (const { path, sha256 } of open)
        assert.equal((await fileDigest(join(folder, path))).sha256, sha256, path)
      const listed = listing.snapshots.find((each) => each.id === id)!
      assert.deepEqual(new Set(listed.files), new Set(open))
    }
    const all = await readdir(out, { recursive: true })
    assert.deepEqual(
      all.filter((path) => /members|serving|manifest|\.new$/.test(path)),
      [],
    )
    assert.deepEqual(
      all.filter((path) => path.endsWith('.mjs')),
      [],
      'a type that many hosts do not know',
    )
  })

  it('names only what is there, and relatively', async () => {
    const pages = ['index.html', 'map/index.html', 'latest/index.html']
    for (const page of [...pages, `snapshots/${newestFirst[0]}/index.html`])
      for (const named of await namedBy(page)) {
        const address = new URL(named, `https://site.example/at/${page}`)
        assert.equal(address.origin, 'https://site.example', named)
        assert.match(address.pathname, /^\/at\//)
        await readFile(join(out, address.pathname.slice('/at/'.length)))
      }
  })

  it('removes a snapshot only when no page leads to it since the time before', async () => {
    await writeSite(places, out, 1)
    assert.deepEqual(await snapshotsOf(out), newestFirst.slice(0, 3).toSorted(), 'pages of before')
    assert.deepEqual(
      (await namedBy('index.html')).filter((each) => each.includes(newestFirst[1]!)),
      [],
    )
    await writeSite(places, out, 1)
    assert.deepEqual(await snapshotsOf(out), [newestFirst[0]])
  })

  it('shows the live snapshot as the newest, and keeps it', async (t) => {
    t.after(() => writeFile(places.current, newestFirst[0]!))
    await writeFile(places.current, newestFirst[2]!)
    const { latest, snapshots } = await writeSite(places, out, 1)
    assert.equal(latest, newestFirst[2])
    assert.deepEqual(
      snapshots.map(({ id }) => id),
      [newestFirst[0], newestFirst[2]],
    )
    assert.match(await readFile(join(out, 'map/index.html'), 'utf8'), new RegExp(newestFirst[2]!))
  })

  it('leaves out snapshots that hold a farm that was removed since, at once', async (t) => {
    await writeSite(places, out, 5)
    t.after(() => rm(places.tombstones))
    const [first, ...later] = await Promise.all(ids.map(farmsOf))
    const gone = first!.find((farm) => !later.at(-1)!.includes(farm))!
    await remove(gone)
    await writeSite(places, out, 5)
    const clean = ids.filter((_, at) => ![first, ...later][at]!.includes(gone))
    assert.ok(clean.length > 0 && clean.length < ids.length)
    assert.deepEqual(await snapshotsOf(out), clean)
  })

  it('is what the command does, without a word on standard error', async () => {
    const args = ['snapshots', 'site', '--build', root, '--out', out, '--keep', '2']
    const { status, out: said, err } = await runCommand('pipeline/main.ts', args)
    assert.deepEqual([status, err], [0, ''])
    assert.equal(said, `${out}/index.html: 2 snapshots, the newest ${newestFirst[0]}\n`)
  })

  it('refuses a damaged live snapshot, and says that one with a removed farm is left out', async (t) => {
    const live = newestFirst[0]!
    const path = join(places.snapshot(live), 'public/farms.parquet')
    const whole = await readFile(path)
    t.after(() => Promise.all([writeFile(path, whole), rm(places.tombstones, { force: true })]))
    const args = ['snapshots', 'site', '--build', root, '--out', out]
    const before = await readFile(join(out, 'snapshots.json'), 'utf8')
    await writeFile(path, whole.subarray(1))
    const refused = await runCommand('pipeline/main.ts', args)
    assert.deepEqual([refused.status, refused.out], [2, ''])
    assert.match(
      refused.err,
      new RegExp(`${live} is refused: .*farms\\.parquet.*; build a new one`),
    )
    assert.equal(await readFile(join(out, 'snapshots.json'), 'utf8'), before)
    await writeFile(path, whole)
    const former = await farmsOf(ids[0]!)
    await remove((await farmsOf(live)).find((farm) => !former.includes(farm))!)
    const { status, out: said, err } = await runCommand('pipeline/main.ts', args)
    assert.deepEqual([status, said.includes(live)], [0, false], err)
    assert.match(err, new RegExp(`^the live snapshot ${live} is left out`))
  })

  it('leaves alone what is not of it, and writes into no folder where that has a name of it', async () => {
    assert.equal(await readFile(join(out, 'CNAME'), 'utf8'), 'farms.example.org')
    await assert.rejects(
      () => writeSite(places, root, 1),
      /has snapshots already, and it does not hold a site/,
    )
    assert.deepEqual((await readdir(places.snapshots)).toSorted(), ids)
  })
})
