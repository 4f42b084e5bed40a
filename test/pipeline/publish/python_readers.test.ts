import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { manyFarms } from '../../support/many_farms.ts'

/** As the environment names it: one with the packages, or none. */
const python = process.env['PYTHON'] ?? 'python3'
const packages = 'geopandas, pandas, polars, pyarrow, fastparquet'
const missing = spawnSync(python, ['-c', `import ${packages}`]).status !== 0

const [west, south, east, north] = [-73.4, 43.7, -72.1, 45.0]

describe('data/FORMATS.md: how to read the farms of an area in Python', () => {
  it(
    'finds the same farms with each package',
    { skip: missing && `${python} lacks one of ${packages}` },
    async (t) => {
      const { path, farms } = await manyFarms(t, 3000)
      const there = farms.filter(
        ({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north,
      ).length
      const recipe = await recipeLines()
      const [imports, ...reads] = recipe.map((line) => line.replace("'FILE'", JSON.stringify(path)))
      const program = [imports, ...reads.map((read) => `print(len(${read}))`)].join('\n')
      const { stdout, stderr } = spawnSync(python, ['-c', program], { encoding: 'utf8' })
      const all = farms.length
      assert.deepEqual(
        stdout.trim().split('\n').map(Number),
        [there, there, there, all, all],
        stderr,
      )
      assert.ok(there > 0)
    },
  )
})

async function recipeLines(): Promise<string[]> {
  const readme = await readFile(new URL('../../../data/FORMATS.md', import.meta.url), 'utf8')
  const [, code] = /<!-- python: [^]*?```python\n([^]*?)```/.exec(readme)!
  return code!.split('\n').filter((line) => line !== '')
}
