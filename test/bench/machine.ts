import { availableParallelism, cpus, totalmem, type, release } from 'node:os'

/** What the figures were measured on. */
export type Machine = {
  cpu: string
  cores: number
  memory_gb: number
  system: string
  node: string
}

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 1e9),
  system: `${type()} ${release()}`,
  node: process.version,
})
