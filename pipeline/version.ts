import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
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
