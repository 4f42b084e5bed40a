import type { Database } from '../../database/database.ts'
import { task, view, type Step } from '../../database/step.ts'

/** Texts that are restored; for texts that the registry keeps, older editions are read as well. */
const texts = ['name', 'address', 'city', 'description', 'story', 'tagline', 'farmer_name']
const keptTexts = ['name', 'address', 'city']

/**
 * Restores texts with lost letters (U+FFFD) from a whole copy: another listing of the farm, or the registry's
 * text from an older edition. Without a copy, restores apostrophes only. `letters.observations` holds the
 * restored rows. The registry keeps restored texts, so the result does not depend on how many editions one
 * build reads.
 */
export const letterSteps: Step[] = [
  task(
    'letters.restored',
    [
      'intake.observations',
      'intake.source_rows',
      'removal.listings',
      'history.known',
      'identity.mergers',
    ],
    restoreTexts,
  ),
  view(
    'letters.observations',
    `select observations.* replace (
      ${texts.map((field) => `coalesce(texts['${field}'], "${field}") as "${field}"`).join(', ')},
      list_concat(corrections, reasons) as corrections
    )
    from intake.observations
    left join (
      select seq, map(list(field), list(text)) as texts, list(reason order by reason) as reasons
      from letters.restored
      group by seq
    ) as restored using (seq)`,
  ),
]

async function restoreTexts(database: Database): Promise<void> {
  database.define('fit_of', ['VARCHAR', 'VARCHAR'], fitOf)
  database.define('with_apostrophes', ['VARCHAR'], withApostrophes)
  await database.run(`
    create table letters.restored as
    with said as (
      select farm_id, source_rows.seq, source_rows.input, ${texts.join(', ')}
      from removal.listings as identity
      join intake.source_rows using (key)
      join intake.observations on observations.seq = source_rows.seq
      where not identity.removed
    ),
    damaged as (
      from (unpivot said on ${texts.join(', ')} into name field value text)
      where contains(text, '\ufffd')
    ),
    registered as (
      select coalesce(successor_id, known.farm_id) as farm_id, ${keptTexts.join(', ')}
      from history.known
      left join identity.mergers using (farm_id)
    ),
    known as (
      select farm_id, field, text
      from (unpivot said on ${texts.join(', ')} into name field value text)
      where farm_id in (select farm_id from damaged)
      union
      select farm_id, field, text
      from (unpivot registered on ${keptTexts.join(', ')} into name field value text)
      where farm_id in (select farm_id from damaged)
    ),
    fitting as (
      select seq, field, known.text, fit_of(damaged.text, known.text) as fit
      from damaged
      join known using (farm_id, field)
    ),
    whole as (
      select seq, field, arg_min(text, {plain: fit = 'plain', text: text}) as text
      from fitting
      where fit is not null
      group by seq, field
    ),
    restored as (
      select
        seq,
        input,
        field,
        with_apostrophes(damaged.text) as guess,
        coalesce(whole.text, guess) as text,
        damaged.text as damaged
      from damaged
      left join whole using (seq, field)
    )
    select
      seq,
      input,
      field,
      text,
      -- The registry may have kept the guess.
      if(text = guess, 'lost apostrophe restored: ', 'lost letters restored: ') || field as reason
    from restored
    where text <> damaged`)
}

/**
 * A lost letter (U+FFFD, one or three for the bytes of UTF-8) between a letter and `s` at a word's end. `Caf�s`
 * and `ros�s` lost another letter.
 */
const lostApostrophe =
  /(?<=\p{L})(?<!\b(?:caf|ros))(?:\ufffd|\ufffd{3})(?=s(?![\p{L}\p{N}\ufffd]))/giu

/** Restores the apostrophes of a text: `Farmer�s Market` becomes `Farmer’s Market`. */
export const withApostrophes = (damaged: string): string => damaged.replaceAll(lostApostrophe, '’')

/** Letters lost when a text was read in the wrong encoding, one or several. */
const lost = /\ufffd+/

/** One gap replaces at most three characters: no ASCII, except quotes and dashes. */
const [mostLetters, letters] = [3, /^(?:[^\0-\x7f\ufffd]|['"-])+$/]

/** Limits the gaps, so that the work is linear in the length of a text. */
const mostGaps = 100

/**
 * Returns whether `damaged` equals `text` with letters lost in places (U+FFFD). null = no; `plain` = yes, but
 * some of these letters are ASCII quotes or dashes; `whole` = yes, and none is.
 */
export function fitOf(damaged: string, text: string): 'whole' | 'plain' | null {
  const [first, ...others] = damaged.split(lost)
  if (others.length === 0 || others.length > mostGaps || !text.startsWith(first!)) return null
  /** Positions in the text that the parts so far may reach. */
  let ends = new Set([first!.length])
  for (const part of others) ends = afterGap(ends, part, text)
  if (!ends.has(text.length)) return null
  return asciiIn(text) > asciiIn(damaged) ? 'plain' : 'whole'
}

const asciiIn = (text: string) => text.replaceAll(/[^\0-\x7f]/g, '').length

function afterGap(ends: Set<number>, part: string, text: string): Set<number> {
  const next = new Set<number>()
  for (const at of ends)
    for (let count = 1; count <= mostLetters; count++) {
      if (!letters.test(text.slice(at, at + count))) break
      if (text.startsWith(part, at + count)) next.add(at + count + part.length)
    }
  return next
}
