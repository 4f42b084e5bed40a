import { readFileSync, writeFileSync } from 'node:fs'
import { makeGazetteer } from './geography/gazetteer/make.ts'
import { makeStateCells } from './geography/state_cells/make.ts'
import { feedJsonSchema, withWrittenParts } from './documents.ts'

/**
 * `npm run documents`: writes what is generated from the schemas, the gazetteer and the cells
 * of the states. A test checks that it was run.
 */
const at = (name: string) => new URL(name, import.meta.url)

writeFileSync(at('README.md'), withWrittenParts(readFileSync(at('README.md'), 'utf8')))
writeFileSync(at('farm_feed.schema.json'), feedJsonSchema())

const { places, zips } = makeGazetteer()
writeFileSync(at('geography/gazetteer/places.tsv'), places)
writeFileSync(at('geography/gazetteer/zips.tsv'), zips)

writeFileSync(at('geography/state_cells/cells.tsv'), makeStateCells())
