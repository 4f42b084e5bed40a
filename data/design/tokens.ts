import { readFileSync } from 'node:fs'

/** The values of the design as a style sheet: colors, type and space of all pages and reports. */
export const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
