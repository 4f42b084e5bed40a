import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageFile from '../package.json' with { type: 'json' }

/** The version of the program that builds snapshots, recorded in every manifest. */
export const pipelineVersion = packageFile.version

const root = fileURLToPath(new URL('../', import.meta.url))

/** A digest of `before` and the contents of files. */
function digestOf(folder: string, names: string[], before = ''): string {
  const hash = createHash('sha256').update(before)
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

const vocabularies = join(root, 'data/vocabulary')
const names = readdirSync(vocabularies).filter((name) => name.endsWith('.json'))

/** Identifies the vocabularies: a digest of their files. */
export const vocabularyVersion = digestOf(vocabularies, names.toSorted()).slice(0, 16)

/** The files that determine a snapshot, beside its input: program, vocabularies, geography, packages. */
export const programFiles = (): string[] => [
  'node_modules/.package-lock.json', // the installed packages
  'package.json',
  ...['data', 'pipeline']
    .flatMap((room) => readdirSync(join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .toSorted(),
]

let digest: string | undefined

/** Identifies these files and the runtime: what the last build kept is of this program, or not used. */
export const programDigest = (): string =>
  (digest ??= digestOf(root, programFiles(), JSON.stringify(process.versions)))
