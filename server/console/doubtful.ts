import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { groupDigits } from '../../data/digit_grouping.ts'
import { kmPerMile } from '../../data/geography/distance.ts'
import { html, type Html } from '../../data/html.ts'
import { doubtfulFile, doubtfulList, type DoubtfulPair } from '../../data/schema/doubtful_list.ts'
import { codeBlock } from '../pages/code_blocks.ts'
import { section } from '../pages/page.ts'
import { asWords } from '../pages/shown.ts'
import { table } from '../pages/parts.ts'
import type { Services } from '../services.ts'

/** What keeps farms apart in spite of their points, by the names in the list. */
const vetoes: Partial<Record<string, string>> = {
  together: 'one list has both',
  'together before': 'one list had both',
  'days in names': 'one name has a day on which the other is closed',
  'other days': 'other days and names',
  winter: 'only one is a winter market',
  numbers: 'other numbers in the names',
  kinds: 'other place types',
  states: 'other states',
}

const mostShown = 50

/** The farms of the live snapshot that may be one, as `npm run snapshots -- doubtful` kept them. */
export async function doubtfulSection(services: Services): Promise<Html> {
  const pairs = await keptPairs(services)
  return section(
    'doubtful',
    'Farms that may be one',
    html`${pairs === null ? notListed : pairTable(pairs)}
      ${codeBlock('Shell: the pairs', 'the commands', 'npm run --silent snapshots -- doubtful > pairs.csv\nnpm run farms -- decide pairs.csv --by WHO')}
      <p class="small">
        The first command lists all pairs, here and in a file. To join a pair or to keep it apart,
        write <code>same</code> or <code>different</code> into the file’s column
        <code>decision</code>, and record it by the second command.
      </p>`,
  )
}

const notListed = html`<p>
  The pairs of the live snapshot are not listed yet. Run the first command where the build folder
  is:
</p>`

/** The kept list; null = there is none here for the live snapshot. */
async function keptPairs({ config, snapshots }: Services): Promise<DoubtfulPair[] | null> {
  if (!snapshots.live) return null
  const path = join(config.layout.report(snapshots.live.id), doubtfulFile)
  if (!existsSync(path)) return null
  return doubtfulList.parse(JSON.parse(await readFile(path, 'utf8')))
}

const pairTable = (pairs: readonly DoubtfulPair[]): Html =>
  pairs.length === 0
    ? html`<p>No two farms of the live snapshot are in doubt.</p>`
    : table(
        `Pairs, the most alike first: ${pairs.length > mostShown ? `${mostShown} of ${groupDigits(pairs.length)}` : pairs.length}. A match needs 6 points.`,
        ['Farms', 'Points', 'For', 'Against', 'Make them one'],
        pairs
          .slice(0, mostShown)
          .map(({ a, b, ...pair }) => [
            html`${farmLink(a)}<br />${farmLink(b)}`,
            { figure: String(pair.score) },
            asWords(pair.speaks_for),
            [
              pair.kept_apart_by && (vetoes[pair.kept_apart_by] ?? pair.kept_apart_by),
              asWords(pair.speaks_against),
              pair.distance_km && `${(pair.distance_km / kmPerMile).toFixed(1)} miles apart`,
            ]
              .filter(Boolean)
              .join(', '),
            html`<code class="break"
              >npm run farms -- merge ${a.farm_id} ${b.farm_id} --by WHO --reason WHY</code
            >`,
          ]),
        'stacks',
      )

const farmLink = ({ farm_id, name, city, state }: DoubtfulPair['a']): Html =>
  html`<a href="/farms/${farm_id}">${name}</a>
    <small>${[city, state].filter(Boolean).join(', ')}</small>`
