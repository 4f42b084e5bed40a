import type { WrittenPart } from '../data/documents.ts'
import { settings } from './config.ts'

/** The table of all settings in `deploy/README.md`. */
export const settingsPart: WrittenPart = ['settings', settingsTable]

function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const fallback = schema.parse(undefined) ?? ''
    const text = String(fallback || '')
    const shown = text ? `\`${text}\`` : 'none'
    return `| \`${name}\` | ${shown} | ${schema.description} |`
  })
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}
