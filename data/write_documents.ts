import { readFileSync, writeFileSync } from 'node:fs'
import { feedJsonSchema, withWrittenParts } from './documents.ts'

/** `npm run documents`: writes what is generated from the schemas. A test checks that it was run. */
const at = (name: string) => new URL(name, import.meta.url)

writeFileSync(at('README.md'), withWrittenParts(readFileSync(at('README.md'), 'utf8')))
writeFileSync(at('farm_feed.schema.json'), feedJsonSchema())
