import { isMainThread } from 'node:worker_threads'
import { pino, type Logger } from 'pino'

const blockLength = 32 * 1024
const flushPeriod_ms = 500

/** The first of several threads writes all lines, so that no two lines mix. */
const throughTheFirst = {
  write: (text: string) => process.stderr.write(text),
  flushSync() {},
}

/**
 * Opens the log on standard error: JSON Lines. Lines are collected into blocks, since writing each
 * separately would cost a fifth of the server's throughput. A line is written after half a second at most,
 * at `close`, or when the process exits. `about` is added to every line.
 */
export function openLog(level: string, about = {}): { log: Logger; close: () => void } {
  const destination = isMainThread ? pino.destination({ dest: 2, sync: false }) : throughTheFirst
  let lines: string[] = []
  let length = 0
  const flush = () => {
    if (length > 0) destination.write(lines.join(''))
    lines = []
    length = 0
  }
  const write = (line: string) => {
    lines.push(line)
    length += line.length
    if (length >= blockLength) flush()
  }
  const flushSync = () => {
    flush()
    destination.flushSync()
  }
  const timer = setInterval(flush, flushPeriod_ms).unref()
  process.on('exit', flushSync)
  return {
    log: pino({ level }, { write }).child(about),
    close() {
      clearInterval(timer)
      process.off('exit', flushSync)
      flushSync()
    },
  }
}
