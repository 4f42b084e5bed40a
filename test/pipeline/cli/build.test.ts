import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { layout } from '../../../data/schema/layout.ts'
import { readLedger } from '../../../pipeline/runs/ledger.ts'
import { reportText } from '../../../pipeline/report/text.ts'
import { report as reportSchema } from '../../../data/schema/report.ts'
import { buildCommand } from '../../../pipeline/cli/build.ts'
import { adapters } from '../../../pipeline/read/adapters.ts'
import { currentOf, entriesOf } from '../../support/build_folder.ts'
import { buildSnapshot, writeFeed } from '../../support/built_snapshot.ts'
import { runCommand } from '../../support/command.ts'
import { runHere } from '../../support/command_here.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'

const program = 'pipeline/main.ts'
const build = (args: string[]) => runHere(program, ['build', ...args])
const line =
  '{"source_id": "1", "name": "Stone Creek Farm", "updated_at": "2026-01-01T00:00:00Z"}\n'

describe('npm run build', { concurrency: 2 }, () => {
  it('explains itself, with every kind of source', async () => {
    const { status, out, err } = await build(['--help'])
    assert.deepEqual({ status, err }, { status: 0, err: '' })
    for (const option of ['--source TYPE=PATH', '--out DIR', '--json', '--help'])
      assert.ok(out.includes(option), option)
    for (const { kind, description } of adapters) {
      assert.ok(out.includes(kind), kind)
      assert.ok(out.includes(description), description)
    }
    assert.match(out, /0 published/)
    assert.match(out, /2 bad usage or input/)
    assert.match(out, /3 refused by a gate/)
  })

  it('publishes, says where, and tells what it did in plain lines', async (t) => {
    const folder = await temporaryFolder(t)
    await writeFile(join(folder, 'feed.jsonl'), line)
    const source = `farm-feed=${join(folder, 'feed.jsonl')}`
    const args = ['--source', source, '--out', join(folder, 'o’brïen')]
    const { status, out, err } = await build(args)
    assert.equal(status, 0, err)
    const id = await currentOf(join(folder, 'o’brïen'))
    assert.ok(out.endsWith(`published ${join(folder, 'o’brïen/snapshots', id)}\n`), out)
    for (const text of [out, err]) assert.ok(!text.includes('\u001b'), 'no terminal codes')
    for (const stage of ['read', 'resolve', 'aggregate', 'write', 'verify', 'publish'])
      assert.match(err, new RegExp(`^${stage} +\\d+\\.\\d s$`, 'm'))
  })

  it('prints its report as one JSON document, and nothing beside it', async (t) => {
    const folder = await temporaryFolder(t)
    await writeFile(join(folder, 'a-2026-01-01.jsonl.gz'), gzipSync(line))
    await writeFile(
      join(folder, 'b=c-2026-01-01.jsonl'),
      '{"source_id": "2", "name": "Other"}\n{"cut": \n',
    )
    const args = [
      '--source',
      'farm-feed=a-2026-01-01.jsonl.gz',
      '--source',
      'farm-feed=b=c-2026-01-01.jsonl',
      '--json',
    ]
    const options = { cwd: folder, env: { BUILD_DIR: 'own' } }
    const { status, out, err } = await runCommand(program, ['build', ...args], options)
    assert.equal(status, 0, err)
    const report = reportSchema.parse(JSON.parse(out))
    assert.deepEqual(await readdir(join(folder, 'own/snapshots')), [report.snapshot])
    assert.equal(report.farms, 2)
    assert.deepEqual(
      report.sources.map(({ kind, path, read, used, merged, rejected }) => [
        `${kind}=${path}`,
        read,
        used + merged + rejected,
        rejected,
      ]),
      [
        ['farm-feed=a-2026-01-01.jsonl.gz', 1, 1, 0],
        ['farm-feed=b=c-2026-01-01.jsonl', 2, 2, 1],
      ],
    )
    assert.ok(report.stages.every(({ name, seconds }) => name !== '' && seconds >= 0))
  })

  it('reads a row that is as in the last build only with --full', async (t) => {
    const { root } = await buildSnapshot(t, { feed: [line.trim()] })
    const path = join(await temporaryFolder(t), 'feed.jsonl')
    await writeFile(path, line)
    for (const [more, rows] of [
      [[], 1],
      [['--full', '--memory', '500', '--publish-unchanged'], 0],
    ] as const) {
      const { out } = await build([
        '--source',
        `farm-feed=${path}`,
        '--out',
        root,
        '--json',
        ...more,
      ])
      assert.equal(reportSchema.parse(JSON.parse(out)).reuse.rows, rows)
    }
  })

  it('ends with 3 when a gate refuses, and says which; the live snapshot stays', async (t) => {
    const live = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'Live' }] })
    const path = join(await temporaryFolder(t), 'bad.jsonl')
    await writeFile(path, '{"source_id": "1"}\n')
    const source = `farm-feed=${path}`
    const { status, out } = await build(['--source', source, '--out', live.root])
    assert.equal(status, 3)
    assert.match(out, /^refused by gate not-empty: /m)
    assert.doesNotMatch(out, /published/)
    assert.equal(await currentOf(live.root), live.id)
    assert.deepEqual(await readdir(join(live.root, 'snapshots')), [live.id])
  })

  it('names the build folder in the commands to type, unless it is the usual one', async (t) => {
    const feed = Array.from({ length: 30 }, (_, n) => ({ source_id: `${n}`, name: `Farm ${n}` }))
    const live = await buildSnapshot(t, { feed })
    const path = await writeFeed(t, feed.slice(0, 9))
    const { status, out } = await build(['--source', `farm-feed=${path}`, '--out', live.root])
    assert.equal(status, 3)
    const [, words] = /^to compare: npm run snapshots -- (.*)$/m.exec(out)!
    const { message } = readLedger(layout(live.root)).runs.at(-1)!
    assert.ok(message!.endsWith(out.slice(out.indexOf('likely: ')).trimEnd()), message!)
    const compared = await runHere(program, ['snapshots', ...words!.replaceAll('"', '').split(' ')])
    assert.match(compared.out, /farms: 30 → 9/)
    const args = ['build', '--source', `farm-feed=${path}`]
    const usual = await runCommand(program, args, { cwd: dirname(live.root) })
    assert.match(usual.out, /^if it is wrong: .* --reason "why"$/m)
  })
})

/** What is wrong with a command line, and what is said of it; `DIR` is a folder of the files below. */
const usageErrors: Record<string, { args: string[]; says: RegExp[] }> = {
  'no source': { args: [], says: [/no --source TYPE=PATH/, /--help/] },
  'an unknown option': { args: ['--sources', 'x'], says: [/'--sources'/, /--help/] },
  'too little memory': {
    args: ['--source', 'farm-feed=DIR/feed.jsonl', '--memory', '100'],
    says: [/--memory/, /500/],
  },
  'a word too many': { args: ['now'], says: [/'now'/, /--help/] },
  'a source without its kind': {
    args: ['--source', 'farms.csv'],
    says: [/farms\.csv/, /TYPE=PATH/],
  },
  'a source without its path': {
    args: ['--source', 'farm-feed='],
    says: [/farm-feed=/, /TYPE=PATH/],
  },
  'an unknown kind': {
    args: ['--source', 'farm-fed=farms.jsonl'],
    says: [/`farm-fed`/, /did you mean farm-feed\?/, /usda-farmers-market-directory, .*farm-feed/],
  },
  'a kind like no other': {
    args: ['--source', 'spreadsheet=farms.xls'],
    says: [/`spreadsheet`; the types are/],
  },
}
const directory = 'usda-farmers-market-directory'
const inputErrors: Record<string, { kind?: string; file: string; says: RegExp[] }> = {
  'a missing file': { file: 'nowhere.jsonl', says: [/nowhere\.jsonl does not exist/] },
  'an empty file': { file: 'empty.jsonl', says: [/empty\.jsonl is empty/] },
  'an empty gzip file': { file: 'empty.jsonl.gz', says: [/empty\.jsonl\.gz is empty/] },
  'a CSV file as a feed': { file: 'markets.csv', says: [/is not a farm-feed/, /line 1: not JSON/] },
  'a feed as a CSV file': {
    kind: directory,
    file: 'feed.jsonl',
    says: [/feed\.jsonl is not a usda-farmers-market-directory/],
  },
  'JSON of another kind': { file: 'other.jsonl', says: [/is not a farm-feed/, /source_id/] },
  'a folder': { file: 'folder', says: [/folder is a directory/] },
  'a gzip file cut short': { file: 'cut.jsonl.gz', says: [/cut\.jsonl\.gz is a truncated gzip/] },
}
const endings: Record<string, { args: string[]; says: RegExp }> = {
  'bad usage': { args: ['--source', 'farm-feed=DIR/nowhere.jsonl'], says: /DIR\/nowhere\.jsonl/ },
  'a damaged gzip file': {
    args: ['--source', 'farm-feed=DIR/damaged.jsonl.gz'],
    says: /damaged\.jsonl\.gz is a damaged gzip/,
  },
  'a build folder that is a file': {
    args: ['--source', 'farm-feed=DIR/feed.jsonl', '--out', 'DIR/feed.jsonl'],
    says: /feed\.jsonl/,
  },
}

describe('npm run build: bad usage and bad input', { concurrency: 2 }, () => {
  for (const [what, { args, says }] of Object.entries(usageErrors))
    it(`${what} is named, with the remedy, before anything is written`, async (t) => {
      const folder = await filesOf(t)
      const out = join(folder, 'build')
      const { name, message } = await failure(buildCommand(['--out', out, ...inside(folder, args)]))
      assert.match(name, /^(UsageError|SourceError)$/)
      for (const part of says) assert.match(message.replaceAll(folder, 'DIR'), part)
      assert.equal(existsSync(out), false)
    })

  for (const [what, { kind = 'farm-feed', file, says }] of Object.entries(inputErrors))
    it(`${what} is named, and nothing is left`, async (t) => {
      const folder = await filesOf(t)
      const root = join(folder, 'build')
      const sources = [{ kind, path: join(folder, file) }]
      const { name, message } = await failure(buildSnapshot(t, { root, sources }))
      assert.equal(name, 'SourceError')
      for (const part of says) assert.match(message, part)
      assert.deepEqual(await entriesOf(root), [])
    })

  for (const [what, { args, says }] of Object.entries(endings))
    it(`${what} ends with 2 and one clear line`, async (t) => {
      const folder = await filesOf(t)
      const run = await build(['--out', join(folder, 'build'), ...inside(folder, args)])
      assert.equal(run.status, 2, run.err)
      assert.equal(run.out, '')
      const lines = run.err.trimEnd().split('\n')
      const [message, ...others] = lines.filter((each) => !isProgress(each))
      assert.deepEqual(others, [])
      assert.match(message!, /^build: /)
      assert.match(message!.replaceAll(folder, 'DIR'), says)
    })

  it('a damaged end of a file is no reason to publish its beginning', async (t) => {
    const live = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'Live' }] })
    const path = join(await temporaryFolder(t), 'cut.jsonl.gz')
    const lines = Array.from(
      { length: 20_000 },
      (_, number) => `{"source_id": "${number}", "name": "Farm ${number * 7919}"}\n`,
    )
    const bytes = gzipSync(lines.join(''))
    await writeFile(path, bytes.subarray(0, bytes.length - 100))
    const sources = [{ kind: 'farm-feed', path }]
    const { message } = await failure(buildSnapshot(t, { sources }))
    assert.match(message, /truncated gzip/)
    const { folder, report } = await buildSnapshot(t, { root: live.root, sources })
    const farms = await publishedFarms(folder)
    assert.deepEqual(
      farms.map(({ name }) => name),
      ['Live'],
      'the last good edition serves on',
    )
    assert.match(reportText(report), /cut\.jsonl\.gz is a truncated gzip/)
  })
})

describe('the pipeline’s program', () => {
  it('says which commands there are when it is given another', async () => {
    const { status, out, err } = await runHere(program, ['bild'])
    assert.equal(status, 2)
    assert.equal(out, '')
    assert.match(err, /^.*build, snapshots.*\n$/)
  })
})

const inside = (folder: string, args: string[]) => args.map((arg) => arg.replace('DIR', folder))

async function failure(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => assert.fail('it did not fail'),
    (error: Error) => error,
  )
}

const isProgress = (text: string) => /^\w+ +\d+\.\d s$/.test(text)

/** A folder with a file of each kind that is no good as a source. */
async function filesOf(life: Lifetime): Promise<string> {
  const folder = await temporaryFolder(life)
  const damaged = gzipSync(line.repeat(50))
  damaged.fill(0xff, 20, 30)
  const contents: Record<string, string | Buffer> = {
    'empty.jsonl': '',
    'empty.jsonl.gz': gzipSync(''),
    'feed.jsonl': line,
    'other.jsonl': '{"id": 1}\n{"id": 2}\n',
    'markets.csv': 'FMID,MarketName\n1018261,Danville\n',
    'cut.jsonl.gz': gzipSync(line.repeat(50)),
    'damaged.jsonl.gz': damaged,
  }
  await mkdir(join(folder, 'folder'))
  for (const [name, content] of Object.entries(contents))
    await writeFile(join(folder, basename(name)), content)
  await truncate(join(folder, 'cut.jsonl.gz'), 40)
  return folder
}
