import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stringify } from 'csv-stringify/sync'
import { writeFeed } from '../../../data/sample/write_feed.ts'
import { keptBuild } from '../../support/fixture_snapshot.ts'
import { withDuckDb } from '../../support/duckdb.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const place = join(project, 'data/recipes')
const text = await readFile(join(place, 'README.md'), 'utf8')
const recipes = text.split(/^## /m).slice(1)
const blockOf = (recipe: string, language: string) =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(recipe)?.[1]

const root = await keptBuild({ after }, 'sample-nights', buildNights)
const live = (await readFile(join(root, 'current'), 'utf8')).trim()
const scratch = await temporaryFolder({ after })

/** The nights that the document says, at moments before and after the one that a recipe asks for. */
async function buildNights(life: Lifetime, folder: string): Promise<void> {
  const { buildSnapshot } = await import('../../support/built_snapshot.ts')
  const feeds = await temporaryFolder(life)
  for (const [count, moment] of [
    [5000, '2026-06-01T02:00:00Z'],
    [4950, '2026-07-02T02:00:00Z'],
  ] as const) {
    const path = join(feeds, `${count}.jsonl`)
    await writeFeed({ count, seed: 1, path })
    const sources = [{ kind: 'farm-feed', path }]
    await buildSnapshot(life, { root: folder, sources, now: new Date(moment), accepted: [] })
  }
}

/** What DuckDB answers, in the snapshot's folder and beside the files of the recipes, as CSV. */
const answerTo = (sql: string): Promise<string> =>
  withDuckDb(async (connection) => {
    const folders = [join(root, 'snapshots', live), place, scratch]
    await connection.run(`set file_search_path = '${folders.join()}'`)
    const answer = await connection.runAndReadAll(sql)
    return stringify([answer.columnNames(), ...answer.getRowsJson()])
  })

describe('the recipes', () => {
  for (const recipe of recipes)
    it(recipe.slice(0, recipe.indexOf('\n')), async () => {
      const [command, sql, answer] = ['sh', 'sql', 'csv'].map((each) => blockOf(recipe, each))
      assert.ok(sql && answer)
      assert.ok(answer.trim().split('\n').length > 2, 'the answer has rows')
      if (command) await runAside(command)
      assert.equal(await answerTo(sql), answer)
    })

  it('are these', () => assert.equal(recipes.length, 5))
})

/** Runs a command that writes a file, in the project's folder; the file goes elsewhere. */
async function runAside(command: string): Promise<void> {
  const [, program, file] = /^(.*) > (\S+)\n$/.exec(command)!
  const ran = spawnSync('sh', ['-c', program!], { cwd: project, encoding: 'utf8', maxBuffer: 1e8 })
  assert.equal(ran.status, 0, ran.stderr)
  await writeFile(join(scratch, file!), ran.stdout)
}
