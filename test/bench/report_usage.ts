/**
 * Loaded before the program of a child process: tells the bench what the process uses whenever it
 * asks, and ends the process where the bench is gone. Nothing of it runs otherwise.
 */
export type Usage = { cpu_us: number; resident_bytes: number }

process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpu_us: user + system, resident_bytes: process.memoryUsage.rss() }
  process.send!(usage)
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel!.unref()
