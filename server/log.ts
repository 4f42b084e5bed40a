import { pino, type Logger } from 'pino'

const bufferBytes = 8 * 1024
const flushPeriod_ms = 500

/**
 * Opens the log on standard error: JSON Lines, written in blocks, since a system call a line would
 * cost a fifth of the server's throughput. A line is out after half a second, or at `close`.
 */
export function openLog(level: string): { log: Logger; close: () => void } {
  const destination = pino.destination({ dest: 2, sync: false, minLength: bufferBytes })
  const timer = setInterval(() => destination.flush(), flushPeriod_ms).unref()
  return {
    log: pino({ level }, destination),
    close() {
      clearInterval(timer)
      destination.flushSync()
    },
  }
}
