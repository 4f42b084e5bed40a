import { hour_ms } from '../../data/calendar.ts'
import { commandOn } from '../../data/command_line.ts'
import { counted } from '../../data/digit_grouping.ts'
import { changeLine, type Run, type RunDraft } from '../../data/schema/run.ts'
import type { NotifyEvent } from '../../data/schema/input/sources_file.ts'

/** A line of the ledger, numbered or not yet. */
type Line = Omit<Run, 'run'>

/** A notification of a run, or of a missing one. */
export type Message = { event: NotifyEvent; subject: string; text: string; run: Line | null }

const longest = 150

/** The message of a run in the build folder `root`. */
export function messageOf(run: Line, root: string): Message {
  const event = eventOf(run)
  const isNew = run.outcome !== 'unchanged'
  const { headline, said } = newsOf(run)
  const lines = [
    ...said,
    ...run.failing,
    ...(event === 'published' && isNew ? nearLimits(run, root) : []),
    '',
    `begun ${run.begun_at}, exit status ${run.status ?? 'none: it was killed'}`,
    `snapshot ${run.snapshot ?? 'none'}; live before: ${run.previous ?? 'none'}`,
    ...run.inputs.map(
      ({ source, file, edition, rows }) =>
        `${source}: ${file} of ${edition}, ${counted(rows, 'row')}`,
    ),
    '',
    `${commandOn(root, 'npm run snapshots -- runs')} lists all runs; pipeline/OPERATE.md says what to do.`,
  ]
  const failing = run.failing.length > 0 ? `, ${counted(run.failing.length, 'source')} failed` : ''
  const state =
    event === 'published'
      ? (isNew ? event : 'nothing new') + failing
      : `${event}, live snapshot unchanged`
  return { event, subject: subject(`${state} — ${headline}`), text: lines.join('\n') + '\n', run }
}

function eventOf({ status, outcome }: Line): NotifyEvent {
  const isLive = status === 0 || outcome === 'published' // a kill may come after the snapshot is live
  if (isLive) return 'published'
  return outcome === 'refused' ? 'refused' : 'failed'
}

/** Changes of a run, or causes of a failure. */
function newsOf({ status, outcome, changes, cause, message }: Line) {
  const changed = changes ? [changeLine(changes)] : []
  const news = outcome === 'unchanged' ? ['live snapshot unchanged'] : changed
  const causes = message?.split('\n') ?? [cause ?? 'no cause is recorded']
  return status === 0
    ? { headline: news[0], said: news }
    : { headline: causes[0], said: [...changed, ...causes] }
}

type Figure = Run['figures'][number]

/** Number of figures that a message lists. */
const listed = 5

/** The figures of a published run that are over half their limits, the nearest first, with the remedy. */
export function nearLimits({ previous, figures = [] }: RunDraft, root: string): string[] {
  const near = figures
    .filter(({ observed, allowed }) => observed <= allowed)
    .filter((figure) => figure.observed > figure.allowed / 2 || isWhole(figure))
    .toSorted((a, b) => nearness(b) - nearness(a))
    .slice(0, listed)
  if (near.length === 0) return []
  const remedy = `if it is wrong: npm run snapshots -- rollback ${previous} --by WHO --reason "why"`
  return [...near.map(nearLine), commandOn(root, remedy)]
}

/** Every value of a source that has too few farms for a limit, but not of one or two. */
const isWhole = ({ observed, baseline }: Figure) => observed === 1 && (baseline ?? 0) > 2

const nearness = ({ observed, allowed }: Figure) => observed / Math.min(allowed, 1)

/** `near its limit: values-changed: feed: phone: 21.1 % of 918; allowed 25.0 %` */
function nearLine({ gate, source, field, observed, allowed, baseline }: Figure) {
  const subject = [gate, source, field].filter((part) => part !== null).join(': ')
  const [share, most] = [observed, allowed].map((part) => `${(100 * part).toFixed(1)} %`)
  const limit = allowed < 1 ? `allowed ${most}` : 'too few for a limit: set one with "gates"'
  return `near its limit: ${subject}: ${share} of ${baseline}; ${limit}`
}

/** The message of a missing run; `last`: the last build that ended. */
export function missingMessage(last: Line | null, max_age: string, now: Date): Message {
  const hours = last && Math.floor((now.getTime() - Date.parse(last.ended_at)) / hour_ms)
  const since = hours === null ? 'no build on record' : `no build for ${hours} hours`
  const text = `${since}, at most ${max_age} are expected. Look at the timer, the machine and its disk.\n`
  return {
    event: 'missed',
    subject: subject(`missed, live snapshot unchanged — ${since}`),
    text,
    run: last,
  }
}

/** One line that a mail and a telephone can show. */
function subject(text: string): string {
  const line = `Farm directory: ${text}`.replaceAll(/\p{Cc}+/gu, ' ')
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
