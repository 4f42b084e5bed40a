import { groupDigits } from '../../../data/digit_grouping.ts'
import { html } from '../../../data/html.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { syntheticNotice } from '../../console/start.ts'
import { changesOverTime } from '../../explore/data/changes.ts'
import type { CountedChanges } from '../../query/changes/count_changes.ts'
import { pageText } from './shell.ts'

/** The first page of the site: its snapshots, `changes` oldest first, and links to the newest. */
export const indexPage = (
  latest: Manifest,
  changes: readonly CountedChanges[],
  assets: string,
): string =>
  pageText({
    title: 'Snapshots',
    root: '',
    assets,
    main: html`<p class="lead">
        ${groupDigits(latest.farms)} farms, farmers markets and CSAs (community-supported
        agriculture) in the United States, as Parquet files: each snapshot with its checksums,
        sources and dictionary, and the changes since the previous snapshot.
      </p>
      ${latest.synthetic ? syntheticNotice : null}
      <p>
        <a class="button" href="snapshots/${latest.id}/index.html">The newest snapshot</a>
        <a class="button quiet" href="map/index.html">The map</a>
      </p>
      ${changesOverTime(
        changes,
        (id) => html`<a href="snapshots/${id}/index.html"><code>${id}</code></a>`,
      )}
      <p class="small">
        For programs, <a href="snapshots.json">snapshots.json</a> lists every file with its SHA-256.
        Files of a snapshot never change.
      </p>`,
  })

/** `latest/index.html`: redirects to the page of the newest snapshot. */
export const latestPage = ({ id }: Manifest, assets: string): string => {
  const target = `../snapshots/${id}/index.html`
  return pageText({
    title: 'The newest snapshot',
    root: '../',
    assets,
    head: html`<meta http-equiv="refresh" content="0; url=${target}" />`,
    main: html`<p>It is <a href="${target}">${id}</a>.</p>`,
  })
}
