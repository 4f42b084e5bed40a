import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

/** Numbers of neighbors that share a process: to start one and to load the program takes as long as many a file. */
const [fewest, most] = [6, 16]

/** The first line of a file that changes or measures its process, or depends on nothing else being in it. */
const alone = /^\/\/ Runs alone: ./

/** The first line of files that share a process with each other, and with no other file. */
const apart = /^\/\/ Runs with files that (.+)\./

/**
 * Runs test files with the runner of Node, as many processes at once as there are cores. `files` are
 * paths from the project's root, and `options` those of the runner. Resolves to its exit status.
 */
export async function runTests(
  files: string[],
  { env = {}, options = [] }: { env?: Record<string, string>; options?: string[] } = {},
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'farm-directory-tests-'))
  try {
    const entries = await writeEntries(folder, await shared(files))
    const concurrency = `--test-concurrency=${availableParallelism()}`
    const child = spawn(
      process.execPath,
      [...preloads, '--test', concurrency, ...endOf(options), ...options, ...entries],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, ...keptMemory, ...env },
      },
    )
    // Whoever ends this program means the tests; what the caller started then ends with it, not without it.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => child.kill(signal))
    const [status] = await once(child, 'exit')
    return typeof status === 'number' ? status : 1
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * A suite of which every test is filtered out prepares what its tests need, such as a browser, but the runner
 * skips its `after`: the process would never end.
 */
const endOf = (options: string[]): string[] =>
  options.some((option) => /^--test-(?:name-pattern|skip-pattern|only)\b/.test(option))
    ? ['--test-force-exit']
    : []

/**
 * The allocator of DuckDB gives freed memory back to the system within a second, and takes it again for the next
 * statement. A suite of small builds spends a fifth of its processor time with that.
 */
const keptMemory = { DUCKDB_JE_MALLOC_CONF: 'dirty_decay_ms:-1,muzzy_decay_ms:-1' }

const preloads = ['-r', './data/node_version.cjs', '--import', './test/support/same_examples.ts']

/** The files of each process. */
async function shared(files: string[]): Promise<string[][]> {
  const together = Math.min(most, Math.max(fewest, files.length / availableParallelism()))
  const processes: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const text = await readFile(resolve(root, file), 'utf8')
    const group = apart.exec(text)?.[1] ?? ''
    const others = open.get(group)
    if (alone.test(text)) processes.push([file])
    else if (others && (group !== '' || others.length < together)) others.push(file)
    else {
      open.set(group, [file])
      processes.push(open.get(group)!)
    }
  }
  return processes
}

/** A module for each process; the runner takes them in the order of their names. */
const writeEntries = (folder: string, processes: string[][]): Promise<string[]> =>
  Promise.all(
    processes.map(async (files, index) => {
      const path = join(folder, `${String(index).padStart(3, '0')}.mjs`)
      const urls = files.map((file) => pathToFileURL(resolve(root, file)).href)
      await writeFile(path, entryOf(urls))
      return path
    }),
  )

/**
 * No test begins before all files are loaded: else the run would end, and clean up, while one of them
 * still prepares. A file that can't be loaded is a failed test.
 */
const entryOf = (urls: string[]) => `
import { describe, it } from 'node:test'
const load = async () => {
${urls.map((url) => `  await import(${JSON.stringify(url)})\n`).join('')}}
const loading = load().catch((error) => void it('is loaded', () => Promise.reject(error)))
describe('loading of ${urls.length} test files', () => loading)
`
