import { performance } from 'node:perf_hooks'
import { SingleBar } from 'cli-progress'
import { groupDigits } from '../data/digit_grouping.ts'
import type { Report } from '../data/schema/report.ts'
import type { RunDraft } from '../data/schema/run.ts'

export type Progress = {
  /** A stage begins; `of` stages in all. */
  stage(name: string, number: number, of: number): void
  /** Number of rows done so far within the stage. */
  rows(count: number): void
  /** Share of the stage that is done, from 0 to 1. */
  share(done: number): void
  /** Ends a stage, with its duration. */
  done(name: string, seconds: number): void
}

export const silent: Progress = { stage() {}, rows() {}, share() {}, done() {} }

/** A moving display on a terminal, plain lines elsewhere; always to `out`, never to standard output. */
export const progressOn = (out: NodeJS.WriteStream = process.stderr): Progress =>
  out.isTTY ? movingDisplay(out) : plainLines(out)

function movingDisplay(out: NodeJS.WriteStream): Progress {
  let bar: SingleBar | null = null
  return {
    stage(name, number, of) {
      bar = new SingleBar({
        stream: out,
        hideCursor: true,
        clearOnComplete: true,
        format: `{bar} {stage} {duration_formatted} {rows}`,
        barsize: 20,
      })
      bar.start(1, 0, { stage: `${name} (${number} of ${of})`, rows: '' })
    },
    rows: (count) => bar?.update({ rows: `${groupDigits(count)} rows` }),
    share: (done) => bar?.update(done),
    done(name, seconds) {
      bar?.stop()
      out.write(line(name, seconds))
    },
  }
}

const plainLines = (out: NodeJS.WriteStream): Progress => ({
  stage() {},
  rows() {},
  share() {},
  done: (name, seconds) => void out.write(line(name, seconds)),
})

const line = (name: string, seconds: number) =>
  `${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s\n`

/** The stages of a build, in order. */
const names = ['read', 'resolve', 'aggregate', 'write', 'verify', 'publish'] as const

/** Runs the stages of a build in order, and records their durations: `taken`. */
export function stagesOf(progress: Progress, draft: RunDraft) {
  const taken: Report['stages'] = []
  function run<Result>(name: (typeof names)[number], work: () => Promise<Result>) {
    draft.stage = name
    const stage = { name, number: taken.length + 1, of: names.length }
    return shown(progress, stage, work, (seconds) => taken.push({ name, seconds }))
  }
  return { taken, run }
}

/** Shows a stage while it works, and its duration once it ends or fails: `ended`. */
async function shown<Result>(
  progress: Progress,
  { name, number, of }: { name: string; number: number; of: number },
  work: () => Promise<Result>,
  ended: (seconds: number) => void = () => {},
): Promise<Result> {
  progress.stage(name, number, of)
  const start = performance.now()
  try {
    return await work()
  } finally {
    const seconds = Math.round(performance.now() - start) / 1000
    ended(seconds)
    progress.done(name, seconds)
  }
}

/** Shows the progress of a long action on a terminal. */
export function shownOnTerminal<Result>(
  name: string,
  work: (done: (share: number) => void) => Promise<Result>,
  out: NodeJS.WriteStream = process.stderr,
): Promise<Result> {
  const progress = out.isTTY ? progressOn(out) : silent
  return shown(progress, { name, number: 1, of: 1 }, () => work((share) => progress.share(share)))
}
