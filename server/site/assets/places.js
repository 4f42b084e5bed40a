// Finds a place by its name, in the lists of places beside the pages.

import { placeKey } from './place_key.js'

/** An unknown place; the message lists the accepted forms. */
export class NoPlace extends Error {}

/**
 * Finds `{name, lat, lng}` of coordinates, a ZIP code, or a town or county with its state. `folder` is the
 * address of the lists; `states` contains names by abbreviation. Throws a NoPlace.
 */
export async function findPlace(text, { folder, states }) {
  const wanted = text.trim()
  const numbers = /^(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)$/.exec(wanted)
  if (numbers) return pointOf(Number(numbers[1]), Number(numbers[2]))
  if (/^\d{5}$/.test(wanted)) return zipCode(wanted, folder)
  const state = stateAtEnd(wanted, states)
  if (!state) throw new NoPlace('Name the state too, as in Danville, VT; or give a ZIP code.')
  const town = wanted.slice(0, -state.length).replace(/[\s,]+$/, '')
  const key = placeKey(town)
  const list = await listOf(`${folder}${state.abbr}-${key[0]}.json`)
  if (!list[key]) throw new NoPlace(`No place in ${states[state.abbr]} is called ${town}.`)
  const [name, lat, lng] = list[key]
  return { name, lat, lng }
}

function pointOf(lat, lng) {
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180)
    throw new NoPlace('Coordinates are latitude, then longitude, as in 44.41, -72.14.')
  return { name: `${lat}, ${lng}`, lat, lng }
}

async function zipCode(zip, folder) {
  const list = await listOf(`${folder}${zip.slice(0, 3)}.json`)
  if (!list[zip]) throw new NoPlace(`There is no ZIP code ${zip}.`)
  const [lat, lng] = list[zip]
  return { name: zip, lat, lng }
}

/** The state at the end of a text, and its number of characters; West Virginia is not Virginia. */
function stateAtEnd(text, states) {
  const ends = Object.entries(states).flatMap(([abbr, name]) =>
    [abbr, name].flatMap((each) =>
      new RegExp(`[^\\s,][\\s,]+${each}$`, 'i').test(text) ? [{ abbr, length: each.length }] : [],
    ),
  )
  return ends.toSorted((a, b) => b.length - a.length)[0]
}

/** Letters without a place have no list. */
async function listOf(url) {
  const answer = await fetch(url)
  if (answer.status === 404 || answer.status === 403) return {}
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.json()
}
