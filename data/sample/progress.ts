import { SingleBar } from 'cli-progress'
import { groupDigits } from '../digit_grouping.ts'

type Progress = { rows: (done: number) => void; stop: () => void }

/** Shows progress in `total` farms: a bar on a terminal, otherwise a line for each tenth. */
export const progressOn = (out: NodeJS.WriteStream, total: number): Progress =>
  out.isTTY ? bar(out, total) : lines(out, total)

function bar(stream: NodeJS.WriteStream, total: number): Progress {
  const display = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    format: '{bar} {value} of {total} farms, {eta} s left',
    formatValue: (value, _, type) => (type === 'eta' ? String(value) : groupDigits(value)),
    barsize: 20,
  })
  display.start(total, 0)
  return { rows: (done) => display.update(done), stop: () => display.stop() }
}

function lines(out: NodeJS.WriteStream, total: number): Progress {
  let tenths = 0
  return {
    rows(done) {
      const now = Math.floor((10 * done) / total)
      if (now === tenths) return
      tenths = now
      out.write(`${groupDigits(done)} of ${groupDigits(total)} farms\n`)
    },
    stop() {},
  }
}
