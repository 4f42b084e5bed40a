import { html, type Html } from '../../../data/html.ts'
import { tables, type Table } from '../../../data/schema/tables/tables.ts'
import { section } from '../../pages/page.ts'
import { syntheticNotice } from '../../console/start.ts'
import { changesOverTime } from '../../explore/data/changes.ts'
import { coverageSection } from '../../explore/data/coverage.ts'
import { dictionarySection } from '../../explore/data/dictionary.ts'
import { dotMap } from '../../explore/data/dot_map.ts'
import { fileRow, filesOf, fileTable } from '../../explore/data/downloads.ts'
import type { StatsFigures } from '../../explore/data/figures.ts'
import { gatesSection } from '../../explore/data/gates.ts'
import { sourcesSection } from '../../explore/data/sources.ts'
import { contents, summary, typesSection } from '../../explore/data/summary.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { CountedChanges } from '../../query/changes/count_changes.ts'
import type { StateCoverage } from '../../query/coverage_by_state.ts'
import type { FarmCell } from '../../query/farm_cells.ts'
import { filesFor } from '../../query/snapshot_files.ts'
import { pageText } from './shell.ts'

export type Shown = {
  manifest: Manifest
  figures: StatsFigures
  cells: readonly FarmCell[]
  byState: readonly StateCoverage[]
  /** The changes of the snapshots up to this one, oldest first. */
  changes: readonly CountedChanges[]
}

const parts = {
  downloads: 'Files',
  map: 'Map',
  coverage: 'Known fields',
  sources: 'Sources',
  changes: 'Changes',
  gates: 'Checks',
  dictionary: 'Dictionary',
}

/** The page of a snapshot, `snapshots/ID/index.html`. */
export const snapshotPage = (
  { manifest, figures, cells, byState, changes }: Shown,
  assets: string,
): string =>
  pageText({
    title: `Snapshot of ${manifest.built_at.slice(0, 10)}`,
    root: '../../',
    assets,
    head: html`<script type="module" src="../../${assets}/site.js"></script>
      <script type="module" src="../../${assets}/copy.js"></script>`,
    main: html`${manifest.synthetic ? syntheticNotice : null} ${summary(manifest, figures)}
    ${contents(parts)} ${filesSection(manifest)}
    ${section('map', 'Map of the farms', dotMap(cells))} ${coverageSection(figures, byState)}
    ${typesSection(figures)} ${sourcesSection(manifest)}
    ${section('changes', 'From snapshot to snapshot', changesOverTime(changes))}
    ${gatesSection(manifest)} ${dictionarySection(tablesOf(manifest))}`,
  })

const tablesOf = (manifest: Manifest): Table[] =>
  tables.filter(({ path }) => filesFor(manifest, 'free').some((file) => file.path === path))

const filesSection = (manifest: Manifest): Html =>
  section(
    'downloads',
    'Files',
    html`<p>
        The tables are Parquet files, which DuckDB, pandas, R and spreadsheets with an add-on read.
        The SQL line opens a file in place: DuckDB fetches only the parts that it needs. Fields for
        paid keys are counted below, and are in none of these files: a server of the directory has
        them.
      </p>
      ${fileTable(
        'Files of the snapshot',
        filesOf(filesFor(manifest, 'free'), 'free').map((file) =>
          fileRow(file, file.path, file.path),
        ),
      )}`,
  )
