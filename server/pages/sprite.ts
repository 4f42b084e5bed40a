import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Icons of lucide that pages use, by the names there. */
const lucide = [
  'bookmark',
  'calendar-days',
  'calendar-plus',
  'columns-3',
  'globe',
  'locate-fixed',
  'map-pin',
  'menu',
  'package',
  'phone',
  'printer',
  'search',
  'sprout',
  'store',
  'tent',
  'tractor',
  'truck',
  'warehouse',
  'x',
] as const

/** Marks of freshness: within a year, within three, older, never dated. */
const marks = {
  within_1_year: '<circle cx="12" cy="12" r="10" fill="currentColor" stroke="none"/>',
  '1_to_3_years':
    '<circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 0 0 18z" fill="currentColor"/>',
  over_3_years: '<circle cx="12" cy="12" r="8.5" stroke-width="3.5"/>',
  never_dated: '<circle cx="12" cy="12" r="8.5" stroke-width="3.5" stroke-dasharray="4 4.9"/>',
}

export type IconName = (typeof lucide)[number] | keyof typeof marks

/** The picture that holds every icon as a symbol. `npm run documents` writes it to `assets/sprite.svg`. */
export function spriteText(): string {
  const path = createRequire(import.meta.url)
  const drawn = lucide.map((name) => {
    const text = readFileSync(path.resolve(`lucide-static/icons/${name}.svg`), 'utf8')
    return [
      name,
      /<svg[^>]*>(.*)<\/svg>/s
        .exec(text)![1]!
        .split('\n')
        .map((line) => line.trim())
        .join(''),
    ] as const
  })
  const symbols = [...drawn, ...Object.entries(marks)].map(
    ([id, content]) => `<symbol id="${id}" viewBox="0 0 24 24">${content}</symbol>\n`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Icons: lucide, ISC license, and own marks -->\n${symbols.join('')}</svg>\n`
}
