import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageFile from '../package.json' with { type: 'json' }

/** The version of the program that builds snapshots, as every manifest records it. */
export const pipelineVersion = packageFile.version

const vocabularies = new URL('../data/vocabulary/', import.meta.url)
const names = readdirSync(vocabularies).filter((name) => name.endsWith('.json'))
const hash = createHash('sha256')
for (const name of names.toSorted())
  hash.update(`${name}\n`).update(readFileSync(new URL(name, vocabularies)))

/** Names the state of the vocabularies that terms are read by: a digest of their files. */
export const vocabularyVersion = hash.digest('hex').slice(0, 16)

const root = fileURLToPath(new URL('../', import.meta.url))
const rooms = ['data', 'pipeline/intake', 'pipeline/normalize', 'pipeline/read']
/** Corrections are made after rows are read, and operators change them. */
const notRead = 'data/overrides.json'
let reading: string | undefined

/** Names all that a row's reading follows from but the row: a digest of program, data, packages and runtime. */
export const readingVersion = (): string => (reading ??= digestOfReading())

function digestOfReading(): string {
  const hash = createHash('sha256').update(JSON.stringify(process.versions))
  const inRooms = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(room, name),
    ),
  )
  for (const path of ['package-lock.json', 'pipeline/tally.ts', ...inRooms.toSorted()])
    if (path !== notRead && statSync(join(root, path)).isFile())
      hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}
