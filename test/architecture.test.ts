import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize, sep } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Which parts of the program a part may import, besides itself. Nothing runs from right to left. */
const allowed: Record<string, string[]> = {
  data: [],
  pipeline: ['data', 'package.json'],
  server: ['data', 'package.json'],
}

const sources = (part: string) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|js|mjs)$/.test(path))
    .map((path) => join(part, path))

const imports = (path: string) =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*['"](\.[^'"]*)['"]/g,
    ),
  ].map(([, specifier]) => normalize(join(path, '..', specifier!)))

describe('the parts of the program', () => {
  for (const [part, others] of Object.entries(allowed))
    it(`${part} imports only itself${others.map((other) => `, ${other}`).join('')}`, () => {
      const wrong = sources(part).flatMap((path) =>
        imports(path)
          .filter((target) => ![part, ...others].includes(target.split(sep)[0]!))
          .map((target) => `${path} imports ${target}`),
      )
      assert.deepEqual(wrong, [])
    })

  it('finds the imports it judges', () => {
    assert.ok(imports('server/app.ts').includes('server/config.ts'))
    assert.ok(imports('pipeline/build.ts').includes('data/schema/layout.ts'))
  })

  it('stands at the top level as the owner fixed it', () => {
    const fixed = [
      'package.json',
      'tsconfig.json',
      'pipeline',
      'server',
      'build',
      'data',
      'test',
      'README.md',
    ]
    const beside = ['CHANGELOG.md', 'LICENSE', 'package-lock.json', 'node_modules']
    const others = readdirSync(root).filter(
      (name) => !name.startsWith('.') && ![...fixed, ...beside].includes(name),
    )
    assert.deepEqual(others, [])
    for (const name of fixed) assert.ok(readdirSync(root).includes(name), name)
  })
})
