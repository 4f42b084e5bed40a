import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { DuckDBInstance } from '@duckdb/node-api'
import { makeFolder, systemFailure, workingIn } from '../../data/system_failure.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'

const place = { doing: 'build into', folder: '/data/build', setting: '--out DIR' }

/** What is said of work that fails. */
const said = (work: () => Promise<unknown>) =>
  workingIn(place, work).then(
    () => assert.fail('it did not fail'),
    (error: Error) => `${error.name}: ${error.message}`,
  )
const system = (code: string) => Object.assign(new Error(`${code}: …, write`), { code })

describe('workingIn(place, work)', () => {
  it('passes on what the work returns', async () => {
    assert.equal(await workingIn(place, async () => 7), 7)
  })

  it('says what can not be done where, why, and what to do', async () => {
    const full = Object.assign(system('ENOSPC'), { syscall: 'write' })
    assert.equal(
      await said(() => Promise.reject(full)),
      "SystemFailure: can't build into /data/build: the disk is full (ENOSPC: write); free some space, or name another folder by --out DIR",
    )
  })

  it('says it of a real full disk', { skip: !existsSync('/dev/full') }, async () => {
    assert.match(await said(() => writeFile('/dev/full', 'text')), /the disk is full \(ENOSPC/)
  })

  it('says it of a path through a file', async (t) => {
    const file = join(await temporaryFolder(t), 'file')
    await writeFile(file, '')
    assert.match(
      await said(() => mkdir(join(file, 'x'))),
      /is a file.*ENOTDIR: mkdir \/.*\/file\/x/,
    )
  })

  it('says it of what DuckDB can not open, and names the file', async (t) => {
    const file = join(await temporaryFolder(t), 'gone/build.duckdb')
    const text = await said(() => DuckDBInstance.create(file))
    assert.match(text, /ENOENT: .*gone\/build\.duckdb/)
  })

  it('says it of what SQLite can not open', async (t) => {
    const folder = await temporaryFolder(t)
    const text = await said(async () => new Database(folder))
    assert.match(text, /SystemFailure: .*EACCES/)
  })

  const words: [message: string, code: string][] = [
    ['IO Error: Could not write file "/b/build.duckdb.wal": No space left on device', 'ENOSPC'],
    ['Out of Memory Error: failed to offload … max_temp_directory_size', 'ENOSPC'],
    ['IO Error: Cannot open file "/b": Read-only file system', 'EROFS'],
    ['IO Error: Could not write file "/b": Input/output error', 'EIO'],
  ]
  for (const [message, code] of words)
    it(`knows ${code} in the words of a library, below an error that names the step`, async () => {
      const step = new Error(`step match.pairs: ${message}`, { cause: new Error(message) })
      assert.match(await said(() => Promise.reject(step)), new RegExp(`\\(${code}`))
    })

  it('says why the work failed, not why it could not be tidied up', async () => {
    const both = new SuppressedError(system('EROFS'), system('ENOSPC'), 'two')
    assert.match(await said(() => Promise.reject(both)), /the disk is full/)
  })

  it('leaves alone what is no failure of the system, or has a message of its own', async () => {
    class SourceError extends Error {
      override name = 'SourceError'
    }
    for (const error of [
      new TypeError('x is not a function'),
      new Error('no space left in the margin'),
      new SourceError('a.csv may not be read', { cause: system('EACCES') }),
      Object.assign(system('EACCES'), { syscall: 'listen' }),
      system('EPIPE'),
    ])
      await assert.rejects(
        workingIn(place, () => Promise.reject(error)),
        error,
      )
  })
})

describe('systemFailure(error)', () => {
  it('has a sentence without a place', () => {
    assert.equal(
      systemFailure(system('EMFILE'))!.message,
      'this process has too many files open (EMFILE); raise the limit (ulimit -n)',
    )
  })
})

describe('makeFolder(path)', () => {
  it('makes a folder and those above it, and leaves what is there', async (t) => {
    const folder = join(await temporaryFolder(t), 'a/b')
    await makeFolder(folder)
    await writeFile(join(folder, 'file'), 'kept')
    await makeFolder(folder)
    assert.equal(await readFile(join(folder, 'file'), 'utf8'), 'kept')
  })
})
