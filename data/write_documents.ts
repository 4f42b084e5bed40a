import { readFileSync, writeFileSync } from 'node:fs'
import { geographicPackages, ageLines } from './geography/credits.ts'
import { makeGazetteer } from './geography/gazetteer/make.ts'
import { makeStateCells } from './geography/state_cells/make.ts'
import { dictionaryDocument, feedJsonSchema, withWrittenParts, writtenParts } from './documents.ts'

/**
 * `npm run documents`: writes the documents generated from the schemas, the gazetteer and the states'
 * cells. A test checks that they are up to date. Prints the age of each geographic package.
 */
const at = (name: string) => new URL(name, import.meta.url)

for (const [name, parts] of Object.entries(writtenParts))
  writeFileSync(at(name), withWrittenParts(readFileSync(at(name), 'utf8'), parts))
writeFileSync(at('DICTIONARY.md'), dictionaryDocument())
writeFileSync(at('farm_feed.schema.json'), feedJsonSchema())

const { places, zips } = makeGazetteer()
writeFileSync(at('geography/gazetteer/places.tsv'), places)
writeFileSync(at('geography/gazetteer/zips.tsv'), zips)

writeFileSync(at('geography/state_cells/cells.tsv'), makeStateCells())

console.log(ageLines(geographicPackages, new Date()).join('\n'))
