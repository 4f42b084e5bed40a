import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Place } from './places.ts'

type Ending = { status: number | null; out: string; err: string }

/** Runs a program in a place, with `input` as its standard input. */
async function run(place: Place, program: string, args: string[], input = ''): Promise<Ending> {
  const { folder: cwd, env } = place
  const child = spawn(program, args, { cwd, env })
  child.stdin.on('error', () => undefined).end(input)
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { status, out, err }
}

/** How a fence of each language is run; `opening` is the command that DuckDB was started by before. */
export const runners: Record<
  string,
  (place: Place, code: string, opening: string) => Promise<Ending>
> = {
  sh: (place, code) => run(place, 'sh', ['-ec', code]),
  sql: (place, code, opening) => run(place, 'sh', ['-ec', opening], code),
  js: async (place, code) => {
    await writeFile(join(place.folder, 'program.mjs'), code)
    return run(place, 'node', ['program.mjs'])
  },
  python: (place, code) => run(place, 'python3', ['-c', code]),
}
