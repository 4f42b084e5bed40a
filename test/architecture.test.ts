import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Which parts of the program a part may import, besides itself. Nothing runs from right to left. */
const allowed: Record<string, string[]> = {
  data: ['package.json'],
  pipeline: ['data', 'package.json'],
  server: ['data', 'package.json'],
}

/**
 * The floors of each part, from the top down: every import runs down. Rooms on one floor do not know
 * each other. What a folder holds and no floor names stands below all floors of that folder.
 */
const floors: Record<string, string[][]> = {
  server: [
    ['main.ts', 'client', 'doctor.ts', 'site', 'stdio', 'write_documents.ts'],
    ['workers', 'documents.ts'],
    ['app'],
    ['docs', 'explore'],
    ['console', 'mcp', 'openapi'],
    ['ask', 'pages'],
    ['routes'],
    ['services.ts'],
    ['query'],
    ['snapshot'],
    ['access', 'mail'],
    ['config.ts'],
    ['config_values.ts'],
    ['load'],
    ['http'],
  ],
  'server/access': [['command'], ['accounts', 'reports'], ['keys'], ['limits'], ['store']],
  pipeline: [
    ['main.ts'],
    ['cli'],
    ['build.ts'],
    ['candidates'],
    ['report', 'notify'],
    ['gates', 'publish'],
    ['aggregate'],
    ['resolve'],
    ['intake'],
    ['normalize'],
    ['fetch'],
    ['read'],
    ['archive'],
    ['snapshots'],
    ['runs'],
    ['database'],
  ],
  'pipeline/resolve': [
    ['resolve.ts'],
    ['before', 'history', 'identity', 'intake', 'match', 'decisions', 'panel'],
    ['merge', 'removal'],
  ],
  'pipeline/resolve/match': [['match.ts'], ['clusters', 'listings', 'pairs'], ['evidence.ts']],
}

/** A room past this many files gets rooms of its own. */
const mostFiles = 16

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
    assert.ok(imports('server/app/app.ts').includes('server/services.ts'))
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

describe('the floors of the program', () => {
  for (const [part, ofPart] of Object.entries(floors)) {
    const inPart = (path: string) => relative(part, path).split(sep)[0]!
    const floorOf = (path: string) => {
      const floor = ofPart.findIndex((names) => names.includes(inPart(path)))
      return floor === -1 ? ofPart.length : floor
    }

    it(`in ${part} every import runs down`, () => {
      const wrong = sources(part).flatMap((path) =>
        imports(path)
          .filter((target) => target.startsWith(part + sep) && inPart(target) !== inPart(path))
          .filter((target) => floorOf(target) <= floorOf(path) && floorOf(path) < ofPart.length)
          .map((target) => `${path} imports ${target}`),
      )
      assert.deepEqual(wrong, [])
    })

    it(`in ${part} what no floor names imports nothing that a floor names`, () => {
      const wrong = sources(part)
        .filter((path) => floorOf(path) === ofPart.length)
        .flatMap((path) =>
          imports(path)
            .filter((target) => target.startsWith(part + sep) && floorOf(target) < ofPart.length)
            .map((target) => `${path} imports ${target}`),
        )
      assert.deepEqual(wrong, [])
    })

    it(`every floor of ${part} is there`, () => {
      const missing = ofPart.flat().filter((name) => !existsSync(join(root, part, name)))
      assert.deepEqual(missing, [])
    })
  }

  it(`no room has more than ${mostFiles} source files`, () => {
    const rooms = new Map<string, number>()
    for (const part of Object.keys(allowed))
      for (const path of readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })) {
        if (!/\.(ts|js|sql|css)$/.test(path) || statSync(join(root, part, path)).isDirectory())
          continue
        const room = dirname(join(part, path))
        rooms.set(room, (rooms.get(room) ?? 0) + 1)
      }
    assert.deepEqual(
      [...rooms].filter(([, files]) => files > mostFiles),
      [],
    )
  })
})
