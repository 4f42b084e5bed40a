import { html } from '../../../data/html.ts'
import { states } from '../../../data/geography/states.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { syntheticNotice } from '../../console/start.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { placeTypeMarks } from '../../explore/parts/card.ts'
import { longDate, placeTypeWords } from '../../explore/parts/words.ts'
import { dataScript, options } from '../../pages/parts.ts'
import { pageText } from './shell.ts'

const radii_mi = ['10', '25', '50', '100']

/** The map of a snapshot, `map/index.html`; `places` is the folder of the lists of places. */
export function mapPage(manifest: Manifest, assets: string, places: string): string {
  const folder = `../snapshots/${manifest.id}`
  const told = {
    index: `${folder}/farm_index.json`,
    farms: `${folder}/public/farms.parquet`,
    overview: `${folder}/overview.json`,
    places: `../${places}/`,
    states: Object.fromEntries(states.map(({ abbr, name }) => [abbr, name])),
    placeTypes: Object.fromEntries(
      Object.entries(placeTypeWords).map(([type, [name]]) => {
        const [picture, kind] = placeTypeMarks[type as PlaceType]
        return [type, { name, picture, kind }]
      }),
    ),
  }
  return pageText({
    title: 'Find local food near you',
    layout: 'map',
    root: '../',
    assets,
    search,
    head: html`<script type="module" src="../${assets}/map_page.js"></script>`,
    main: html`<div id="view" class="view">
        <div class="list">
          <button type="button" class="handle unprinted" aria-label="Move the list"></button>
          <h1>Find local food near you</h1>
          <noscript>
            <p class="notice">
              The map reads the <a href="${folder}/index.html#downloads">files of the snapshot</a>
              in the browser, by JavaScript.
            </p>
          </noscript>
          ${manifest.synthetic ? syntheticNotice : null}
          <p class="small">
            ${manifest.edition === null ? null : html`The newest source list is of ${longDate(manifest.edition)}.`}
            Opening hours, addresses and telephone numbers are not on this map.
            <a href="${folder}/index.html">About the data</a>
          </p>
          <div aria-live="polite">
            <h2 class="count">No place yet</h2>
            <p class="note">
              Enter a town, county, ZIP code or coordinates, or move the map and search there.
            </p>
          </div>
          <ol class="farms"></ol>
          <p class="actions">
            <button type="button" class="quiet more" hidden>Show more</button>
            <button type="button" class="quiet farther" hidden>Search farther</button>
          </p>
        </div>
        <section class="map-panel" aria-label="Map"></section>
      </div>
      ${dataScript('type="application/json" id="told"', told)}`,
  })
}

/** Where, and how far. */
const search = html`<form class="search" id="search" role="search">
  <div class="what">
    <input
      id="q"
      name="near"
      type="search"
      aria-label="A ZIP code, a town with its state, or coordinates"
      placeholder="05828, or Albany, NY"
      maxlength="200"
      required
    />
    <button type="button" class="locate" id="here" hidden>Near me</button>
  </div>
  <div class="when">
    <select name="radius" aria-label="Within">
      ${options(
        radii_mi.map((radius) => [radius, `${radius} miles`]),
        '25',
      )}
    </select>
  </div>
  <button>Search</button>
</form>`
