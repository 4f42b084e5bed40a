import { readFileSync, writeFileSync } from 'node:fs'
import { withWrittenParts } from '../data/documents.ts'
import { settingsPart } from './documents.ts'

/** The server's part of `npm run documents`: the table of settings. A test checks that it is up to date. */
const readme = new URL('deploy/README.md', import.meta.url)

writeFileSync(readme, withWrittenParts(readFileSync(readme, 'utf8'), [settingsPart]))
