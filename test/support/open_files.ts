import { readdir, readlink } from 'node:fs/promises'

/** The files below a folder that this process has open; on machines without /proc, none. */
export async function openFiles(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(
    descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(`${folder}/`))
}
