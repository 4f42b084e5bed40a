import type { Database } from '../../database/database.ts'
import { statement, task, type Step } from '../../database/step.ts'
import { withApostrophes } from './apostrophes.ts'
import { fitOf } from './fit.ts'

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
  statement(
    'letters.observations',
    `create view letters.observations as
    select observations.* replace (
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
