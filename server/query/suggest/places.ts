import { placeKey } from '../../../data/geography/place_key.ts'
import { states } from '../../../data/geography/states.ts'
import type { Gazetteer } from '../../snapshot/columns/gazetteer.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { searchPlace, zipName, type Location } from '../reader/places/locate.ts'
import { citiesNicknamed, isNickname } from '../reader/places/place_text.ts'
import { errorsIn } from '../reader/lexicon.ts'
import { fits, type Fitting } from './fitting.ts'

/** Completes the name of a place or a ZIP code: `albany, n`, `st al`, `0582`. The largest come first. */
export function completePlaces({ gazetteer }: Snapshot, text: string, limit: number): Fitting[] {
  if (/^\d{1,5}$/.test(text)) return zips(gazetteer, text, limit)
  const asked = searchPlace(gazetteer, text)
  const isWhole = asked.is === 'place' && !/^city|^county/.test(asked.location.kind)
  if (asked.is === 'place' && (isWhole || isNickname(text))) return [pasted(asked.location)]
  const whole = keysOf(text).map((key) => gazetteer.keys.beginningWith(key))
  const nicknamed = text.length < fewestLetters ? [] : rowsOf(gazetteer, citiesNicknamed(text))
  // `san f` is rather San Francisco than the San Fernando Valley; the size of a county is unknown.
  const size = (row: number) => gazetteer.size(row) || (nicknamed.includes(row) ? Infinity : 0)
  const rows = [...new Set([...nicknamed, ...gazetteer.largest(whole, limit)])]
    .toSorted((one, other) => size(other) - size(one) || one - other)
    .slice(0, limit)
  if (rows.length > 0) return fitting(gazetteer, rows, text)
  const inState = withState(gazetteer, text, limit)
  if (inState.length > 0) return inState
  return asked.is === 'place' ? [pasted(asked.location)] : misspelt(gazetteer, text, limit)
}

/** A shorter text is the beginning of too many names to mean a nickname. */
const fewestLetters = 5

/** The rows of places by their whole names, `New York, NY`. */
const rowsOf = (gazetteer: Gazetteer, names: string[]): number[] =>
  names.flatMap((name) =>
    gazetteer
      .rowsOf(placeKey(name.slice(0, -', NY'.length)))
      .filter((row) => gazetteer.place(row).name === name),
  )

/** A place that the gazetteer does not have by this name: coordinates, an address, `NYC`, a township. */
const pasted = ({ name, kind }: Location): Fitting => ({
  fit: fits.whole,
  suggestion: { type: 'place', name, detail: kind === 'zip' ? 'ZIP code' : kind, near: name },
})

const zips = (gazetteer: Gazetteer, digits: string, limit: number): Fitting[] =>
  gazetteer.zipsBeginningWith(digits, limit).map((zip) => ({
    fit: digits.length === 5 ? fits.whole : fits.beginning,
    suggestion: { type: 'place', name: zipName(zip), detail: 'ZIP code', near: zip.zip },
  }))

/** The possible keys of a text: `st` is Saint, or the beginning of Stowe. */
const keysOf = (text: string) => {
  const last = text.split(/[^a-z]/i).at(-1)!
  const begun = placeKey(text.slice(0, text.length - last.length)) + last.toLowerCase()
  return [...new Set([placeKey(text), begun])].filter((key) => key !== '')
}

/** Places of a name with the beginning of their state: after a comma, or the last word or two. */
function withState(gazetteer: Gazetteer, text: string, limit: number): Fitting[] {
  const words = text.split(/[ ,]/).filter((word) => word !== '')
  for (const count of [1, 2]) {
    const key = placeKey(words.slice(0, -count).join(' '))
    const begun = words.slice(-count).join(' ').toLowerCase()
    const abbreviations = states
      .filter(({ abbr, name }) => [abbr, name].some((each) => each.toLowerCase().startsWith(begun)))
      .map(({ abbr }) => abbr)
    const rows = gazetteer
      .rowsOf(key)
      .filter((row) => abbreviations.includes(gazetteer.stateOf(row)))
    if (rows.length > 0) return fitting(gazetteer, rows.slice(0, limit), text)
  }
  return []
}

function misspelt(gazetteer: Gazetteer, text: string, limit: number): Fitting[] {
  const key = placeKey(text)
  for (let edits = 1; edits <= errorsIn(key.length); edits++) {
    const rows = gazetteer.largest(gazetteer.keys.beginningNear(key, edits), limit)
    if (rows.length > 0) return fitting(gazetteer, rows, text, fits.misspelt)
  }
  return []
}

function fitting(gazetteer: Gazetteer, rows: number[], text: string, fit?: number): Fitting[] {
  const key = placeKey(text)
  return rows.map((row) => {
    const { name, kind } = gazetteer.place(row)
    const isWhole = [name, name.slice(0, name.indexOf(','))].some((each) => placeKey(each) === key)
    const state = states.find(({ abbr }) => abbr === name.slice(-2))?.name ?? ''
    const detail = `${kind} in ${state}`
    return {
      fit: fit ?? (isWhole ? fits.whole : fits.beginning),
      suggestion: { type: 'place', name, detail, near: name },
    }
  })
}
