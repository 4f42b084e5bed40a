import * as Plot from '@observablehq/plot'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { section } from '../../pages/page.ts'
import { drawn } from '../../pages/plot.ts'
import { instant } from '../../pages/shown.ts'
import { table } from '../../pages/parts.ts'
import { capital } from '../parts/words.ts'
import type { CountedChanges } from '../../query/changes/count_changes.ts'

/** Maximum number of snapshots shown, newest first. */
const most = 90

type Measure = [name: string, of: (each: CountedChanges) => number | null]

const measures: Measure[] = [
  ['Farms', ({ manifest }) => manifest.farms],
  ...(['added', 'changed', 'gone'] as const).map((name): Measure => [
    capital(name),
    ({ changes }) => changes?.[name] ?? null,
  ]),
]

/** The number of farms added, changed and gone in each snapshot, oldest first. */
export const changesSection = (all: readonly CountedChanges[]): Html =>
  section(
    'changes',
    'From snapshot to snapshot',
    html`${all.length < 2 ? firstOne : changesOverTime(all)}
      <p class="small">
        <code>/v1/snapshots/{id}/changes</code> lists the changes, and
        <code>/v1/changes?since=</code> lists them across snapshots.
      </p>`,
  )

const firstOne = html`<p>One snapshot is published. Changes count from the next one.</p>`

/** The same changes as plots and a table, oldest first. `named` returns a snapshot's name in the table. */
export function changesOverTime(
  all: readonly CountedChanges[],
  named: (id: string) => Html = (id) => html`<code>${id}</code>`,
): Html {
  const shown = all.slice(-most)
  return html`${
      shown.length < 2
        ? firstOne
        : html`<div class="plots">${measures.map((measure) => overTime(measure, shown))}</div>`
    }
    ${table(
      'Published snapshots, newest first',
      ['Built', 'Snapshot', ...measures.map(([name]) => name)],
      shown
        .toReversed()
        .map((each) => [
          instant(each.manifest.built_at),
          named(each.manifest.id),
          ...measures.map(([, of]) => ({ figure: figureOf(of(each)) })),
        ]),
      'stacks',
    )}
    <p class="small">Free fields, each farm once. A dash means nothing to compare with.</p>`
}

const figureOf = (count: number | null) => (count === null ? '–' : groupDigits(count))

function overTime([name, of]: Measure, shown: readonly CountedChanges[]): Html {
  const points = shown.flatMap((each) => {
    const count = of(each)
    return count === null ? [] : [{ at: new Date(each.manifest.built_at), count }]
  })
  const last = points.at(-1)?.count ?? null
  const greatest = Math.max(1, ...points.map(({ count }) => count))
  const [first, end] = [shown[0]!, shown.at(-1)!].map(({ manifest }) => manifest.built_at)
  return html`<figure>
    <figcaption>${name} <strong>${figureOf(last)}</strong></figcaption>
    ${drawn(
      `${name} in ${shown.length} snapshots, at last ${figureOf(last)}; the table has the figures`,
      {
        width: 320,
        height: 150,
        marginLeft: 48,
        marginRight: 12,
        x: {
          type: 'utc',
          domain: [new Date(first!), new Date(end!)],
          label: null,
          ticks: 3,
          inset: 4,
        },
        y: {
          domain: [0, greatest],
          label: null,
          ticks: Math.min(3, greatest), // no halves of a farm
          tickFormat: 's',
          grid: true,
          nice: true,
        },
        marks: [
          Plot.ruleY([0]),
          Plot.ruleX(points, { x: 'at', y: 'count', className: 'stems' }),
          Plot.dot(points, { x: 'at', y: 'count', r: 3, className: 'dots' }),
        ],
      },
    )}
  </figure>`
}
