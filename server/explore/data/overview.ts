import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { icon } from '../../pages/parts.ts'
import { section } from '../../pages/page.ts'
import { countChanges } from '../../query/changes/count_changes.ts'
import { filesFor } from '../../query/snapshot_files.ts'
import { dataNotice } from '../parts/data_notice.ts'
import { changesSection } from './changes.ts'
import { countedOnce } from './counted_once.ts'
import { knownShare } from './coverage.ts'
import { dataPage, dataPath } from './data_page.ts'
import { farmFields } from './dictionary.ts'
import { dotMap } from './dot_map.ts'
import type { StatsFigures } from './figures.ts'
import { gatesSection } from './gates.ts'
import { summary, typesSection } from './summary.ts'

/** `/data`: how many farms, how fresh, and where. */
export const overviewPage = dataPage({
  path: dataPath,
  async content({ snapshot, manifest, figures, now, services }) {
    const { cells } = await countedOnce(snapshot)
    return {
      title: 'The data',
      description: `${groupDigits(manifest.farms)} farms, farmers markets, CSAs and food hubs in the United States: how many are known, how fresh, and where they are.`,
      main: html`<p class="lead">
          Every answer comes from one snapshot, built from public lists and checked before it went
          live.
        </p>
        ${dataNotice(snapshot, now)} ${summary(manifest, figures)}
        ${section('map', 'Map of the farms', dotMap(cells))}
        ${typesSection(figures, (age, words) => html`<span class="fresh ${age}">${icon(age)}${words}</span>`)}
        ${section('more', 'More about the data', doors(manifest, figures))}
        ${gatesSection(manifest)} ${changesSection(await countChanges(services))}`,
    }
  },
})

/** Links to the other pages. Their ids are those of the sections that this page had. */
const doors = (manifest: Manifest, figures: StatsFigures): Html => {
  const files = filesFor(manifest, 'free').length
  return html`<ul class="cards doors">
    <li>
      <h3 id="coverage"><a href="${dataPath}/coverage">Coverage</a></h3>
      <p>
        Products are known for ${knownShare(figures, 'products')} of the farms, hours for
        ${knownShare(figures, 'hours_json')}.
        <a id="ages" href="${dataPath}/coverage#ages">Ages of each group</a>,
        <a id="states" href="${dataPath}/coverage#states">each state</a>
      </p>
    </li>
    <li>
      <h3 id="sources"><a href="${dataPath}/sources">Sources</a></h3>
      <p>
        Age, publisher and terms of ${counted(manifest.sources.length, 'list')}, and the use of
        their rows.
      </p>
    </li>
    <li>
      <h3 id="downloads"><a href="${dataPath}/downloads">Downloads</a></h3>
      <p>
        ${files} public files, without a key: the farms, their history and their changes.
        <a id="members" href="${dataPath}/downloads#members">Paid files</a>
      </p>
    </li>
    <li>
      <h3 id="dictionary"><a href="${dataPath}/dictionary">Dictionary</a></h3>
      <p>Meaning, tier and coverage of the ${farmFields.length} fields of a farm.</p>
    </li>
  </ul>`
}
