import { readFileSync, writeFileSync } from 'node:fs'
import { withWrittenParts } from '../data/documents.ts'
import { spriteText } from './pages/sprite.ts'
import { settingsPart } from './documents.ts'

/**
 * The server's part of `npm run documents`: the table of settings, and the sprite of icons. Tests check that
 * both are up to date.
 */
const readme = new URL('deploy/README.md', import.meta.url)

writeFileSync(readme, withWrittenParts(readFileSync(readme, 'utf8'), [settingsPart]))

writeFileSync(new URL('pages/assets/sprite.svg', import.meta.url), spriteText())
