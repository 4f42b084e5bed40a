import { performance } from 'node:perf_hooks'
import type { Report } from '../data/schema/report.ts'
import type { Progress } from './progress.ts'
import type { RunDraft } from '../data/schema/run.ts'

/** The stages of a build, in order. */
const names = ['read', 'resolve', 'aggregate', 'write', 'verify', 'publish'] as const

/** Runs the stages of a build in order, and records their durations. */
export class Stages {
  readonly taken: Report['stages'] = []
  readonly #progress: Progress
  readonly #run: RunDraft

  constructor(progress: Progress, run: RunDraft) {
    this.#progress = progress
    this.#run = run
  }

  async run<Result>(name: (typeof names)[number], work: () => Promise<Result>): Promise<Result> {
    this.#progress.stage(name, this.taken.length + 1, names.length)
    this.#run.stage = name
    const start = performance.now()
    try {
      return await work()
    } finally {
      const seconds = Math.round(performance.now() - start) / 1000
      this.taken.push({ name, seconds })
      this.#progress.done(name, seconds)
    }
  }
}
