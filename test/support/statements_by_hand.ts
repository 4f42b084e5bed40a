import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

type Row = Record<string, string>
/** For each group of fields, how many things a row says of it; null = nothing. */
type Counts = Record<string, (row: Row) => number | null>

/** The columns of products in USDA's farmers market directory. */
export const productColumns = (
  'Bakedgoods Cheese Crafts Flowers Eggs Seafood Herbs Vegetables Honey Jams Maple Meat Nursery Nuts Plants ' +
  'Poultry Prepared Soap Trees Wine Coffee Beans Fruits Grains Juices Mushrooms PetFood Tofu WildHarvested'
).split(' ')

const yes = (row: Row, names: readonly string[]) =>
  names.filter((name) => row[name] === 'Y').length || null
/** Rows saved since then have `Y` in Credit, all of them. */
const isMarked = (row: Row) =>
  row['Credit'] === 'Y' && (dayOf(row['updateTime']!) ?? '') >= '2014-08-13'
/** How many ways to pay a row states; beside that mark and products, `N` in all others is an answer. */
export function waysToPay(row: Row): number | null {
  const others = ['WIC', 'WICcash', 'SFMNP', 'SNAP']
  if (!isMarked(row)) return yes(row, ['Credit', ...others])
  return yes(row, others) ?? (yes(row, productColumns) ? 0 : null)
}
/** `N` in the column Organic is an answer, if another column has a yes. */
const organic = (row: Row) =>
  yes(row, ['Organic']) ??
  (row['Organic'] === 'N' && (waysToPay(row) ?? yes(row, productColumns)) !== null ? 0 : null)
const isFilled = (text: string | undefined) => (text ?? '').trim() !== ''
const parts = (name: string) => (row: Row) =>
  (row[name] ?? '').split(';').filter(isFilled).length || null

/** USDA's farmers market directory and its CSA directory: how often each listing last said what, and when. */
const directories: { source: string; folder: string; id: string; says: Counts }[] = [
  {
    source: 'usda-farmers-market-directory',
    folder: 'usda_farmers_market_directory',
    id: 'FMID',
    says: {
      payment_methods: waysToPay,
      practices: organic,
      hours: (row) =>
        [1, 2, 3, 4].filter(
          (n) => isFilled(row[`Season${n}Date`]) || isFilled(row[`Season${n}Time`]),
        ).length || null,
      website: (row) => (isFilled(row['Website']) ? 1 : null),
    },
  },
  {
    source: 'usda-csa-directory',
    folder: 'usda_legacy_directories',
    id: 'CSA_ID',
    says: { delivery_options: parts('DeliverPickUpMethodList') },
  },
]

/** The newest statements in the raw files: `source id group` → `edition day count`. `files`: by folder. */
export function statementsByHand(
  realData: string,
  files: Record<string, string[]>,
): Map<string, string> {
  const newest = new Map<string, string>()
  for (const { source, folder, id, says } of directories)
    for (const file of files[folder]!.toSorted()) {
      const edition = /\d{4}-\d\d-\d\d/.exec(file)![0]
      const text = gunzipSync(readFileSync(join(realData, folder, file)))
      for (const row of parse<Row>(text, { columns: true, bom: true })) {
        const day = [dayOf(row['updateTime']!) ?? edition, edition].toSorted()[0]!
        for (const [group, count] of Object.entries(says)) {
          const said = count(row)
          if (said !== null)
            newest.set(`${source} ${row[id]} ${group}`, `${edition} ${day} ${said}`)
        }
      }
    }
  return newest
}

/** The day of `6/20/2017 10:43:57 PM`, `Apr 30 2010  8:41AM` and `2014-08-06 21:57:48`; null of others. */
function dayOf(text: string): string | null {
  const at = new Date(`${text.replace(/(\d)([AP]M)/, '$1 $2')} UTC`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10)
}

/** The same from a snapshot. */
export const statementsPublished = `
  with said as (
    select *, if(field_group = 'contact', 'website', field_group) as what
    from 'members/values.parquet'
  )
  select
    concat_ws(' ', source, source_id, what),
    concat_ws(
      ' ',
      edition,
      strftime(said_at at time zone 'UTC', '%Y-%m-%d'),
      case what
        when 'hours' then len(json_keys(content -> 'hours'))
        when 'website' then 1
        else
          coalesce(len(content -> what ->> '$[*]'), 0)
          + coalesce(len(content -> (what || '_other') ->> '$[*]'), 0)
      end
    )
  from said
  where
    (source = 'usda-farmers-market-directory' and what in ('payment_methods', 'practices', 'hours'))
    or (source = 'usda-farmers-market-directory' and what = 'website' and (content ->> 'website') is not null)
    or (source = 'usda-csa-directory' and what = 'delivery_options')`
