import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded before the program of a child process: tells the bench what the process uses whenever it
 * asks, and ends the process where the bench is gone. Nothing of it runs otherwise.
 */
export type Usage = { cpu_us: number; resident_bytes: number }

/** The longest stall of the event loop in each second since `watch` was asked, in milliseconds. */
export type Stalls = number[]

const questions = { usage, watch, stalls }
export type Question = keyof typeof questions

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpu_us: user + system, resident_bytes: process.memoryUsage.rss() }
}

/** What is measured is how late a timer is that is due every millisecond. */
const resolution = 1
const delay = monitorEventLoopDelay({ resolution })
let seconds: NodeJS.Timeout | undefined
let longest_ms: Stalls = []

function watch(): null {
  longest_ms = []
  delay.reset()
  delay.enable()
  seconds = setInterval(noteSecond, 1000)
  return null
}

function noteSecond(): void {
  longest_ms.push(Math.max(0, delay.max / 1e6 - resolution))
  delay.reset()
}

function stalls(): Stalls {
  clearInterval(seconds)
  delay.disable()
  if (delay.count > 0) noteSecond()
  return longest_ms
}

process.on('message', (question: Question) => process.send!(questions[question]()))
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel!.unref()
