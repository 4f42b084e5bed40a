import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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

/** The files from which it follows what is read from a row: program, vocabularies, geography, packages. */
export const readingFiles = (): string[] => [
  'node_modules/.package-lock.json', // of the packages as they are installed
  'pipeline/tally.ts',
  ...rooms
    .flatMap((room) => readdirSync(join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => path !== notRead)
    .toSorted(),
]

let version: string | undefined

/** Names these files as they are, and the runtime: by a digest. */
export function readingVersion(): string {
  if (version !== undefined) return version
  const hash = createHash('sha256').update(JSON.stringify(process.versions))
  for (const path of readingFiles())
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return (version = hash.digest('hex'))
}
