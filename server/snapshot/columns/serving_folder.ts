import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { readArray, type ArrayKind } from './arrays.ts'
import { readJson } from '../manifest.ts'

/** The files of one snapshot, as its manifest lists them. */
export class ServingFolder {
  readonly #folder: string
  readonly #bytes: Map<string, number>

  constructor(folder: string, { files }: Manifest) {
    this.#folder = folder
    this.#bytes = new Map(files.map(({ path, bytes }) => [path, bytes]))
  }

  /** How many numbers an array file holds by the manifest; `path` is below the snapshot's folder. */
  lengthOf<T>(path: string, kind: ArrayKind<T>): number {
    return this.#bytes.get(path)! / kind.BYTES_PER_ELEMENT
  }

  /** An array file, of `length` numbers. Throws where it has another size. */
  array<T>(path: string, kind: ArrayKind<T>, length = this.lengthOf(path, kind)): Promise<T> {
    return readArray(join(this.#folder, path), kind, length)
  }

  json(path: string): Promise<unknown> {
    return readJson(join(this.#folder, path))
  }

  text(path: string): Promise<string> {
    return readFile(join(this.#folder, path), 'utf8')
  }
}
