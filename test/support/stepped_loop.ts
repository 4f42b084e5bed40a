import type { EventLoop } from '../../server/load/event_loop.ts'

/** An event loop whose clock and turns are the test's. */
export function steppedLoop() {
  const clock = { ms: 0 }
  let planned: (() => void)[] = []
  let steps = 0
  const settled = () => {
    steps++
    return new Promise<void>((resolve) => setImmediate(resolve))
  }
  const loop: EventLoop = {
    now: () => clock.ms,
    later: (work) => void planned.push(work),
    settled,
  }
  /** Does what is planned, with what each leads to, but not what that plans. */
  const turn = async () => {
    const due = planned
    planned = []
    for (const work of due) work()
    for (let before = -1; before !== steps;) {
      before = steps
      for (let n = 0; n < 3; n++) await new Promise(setImmediate)
    }
  }
  return { loop, clock, turn, planned: () => planned.length }
}
