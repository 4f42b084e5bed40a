import { basename, dirname } from 'node:path'
import type { DiskOperation } from './disk_journal.ts'

type File = { content: string }
type Folder = Map<string, Node>
type Node = File | Folder

/** A disk in memory: folders, and files that may have several names. */
class Disk {
  readonly #root: string
  readonly root: Folder = new Map()

  constructor(root: string) {
    this.#root = root
  }

  node(path: string): Node | undefined {
    let found: Node | undefined = this.root
    for (const name of path.slice(this.#root.length).split('/').filter(Boolean))
      found = found instanceof Map ? found.get(name) : undefined
    return found
  }

  folderOf(path: string): Folder | undefined {
    const found = this.node(dirname(path))
    return found instanceof Map ? found : undefined
  }

  /** Does nothing if the folders or files that the operation needs are not there. */
  apply(operation: DiskOperation): void {
    const { what, path } = operation
    const folder = this.folderOf(path)
    if (!folder) return
    const name = basename(path)
    const found = folder.get(name)
    if (what === 'mkdir' && !found) folder.set(name, new Map())
    if (what === 'create' && !found) folder.set(name, { content: '' })
    if (what === 'remove') folder.delete(name)
    if (what === 'write' && found && !(found instanceof Map)) found.content = operation.content
    if ((what === 'rename' || what === 'link') && found) {
      const target = this.folderOf(operation.to)
      if (!target) return
      if (what === 'rename') folder.delete(name)
      target.set(basename(operation.to), found)
    }
  }
}

/**
 * The states in which a power loss may leave a disk. `before` is on the disk; of `journal` everything is that
 * a later sync of its folder (names) or of its file (content) forced there. Any part of the rest may be
 * there too: names or not, content whole, cut or empty.
 */
export class PowerLoss {
  readonly #root: string
  readonly #before: DiskOperation[]
  readonly #journal: DiskOperation[]
  /** For each operation, the index of the sync that makes it durable; Infinity = none. */
  readonly #durableAt: number[]

  constructor(root: string, before: DiskOperation[], journal: DiskOperation[]) {
    this.#root = root
    this.#before = before
    this.#journal = journal
    this.#durableAt = this.#durable()
  }

  /** The disk after the first `count` operations and a power loss; `random` gives numbers from 0 to 1. */
  after(count: number, random: () => number): Disk {
    const disk = this.#start()
    for (const [index, operation] of this.#journal.slice(0, count).entries()) {
      const isSafe = this.#durableAt[index]! < count
      if (isSafe || operation.what === 'sync') disk.apply(operation)
      else if (operation.what === 'write')
        disk.apply({ ...operation, content: torn(operation.content, random) })
      else if (random() < 0.5) disk.apply(operation)
    }
    return disk
  }

  #start(): Disk {
    const disk = new Disk(this.#root)
    for (const operation of this.#before) {
      if (operation.what === 'write') disk.apply({ what: 'create', path: operation.path })
      disk.apply(operation)
    }
    return disk
  }

  /** Finds what each sync forces to the disk: a folder keeps its identity when it is renamed. */
  #durable(): number[] {
    const disk = this.#start()
    const changed: (Node | undefined)[] = []
    const synced: (Node | undefined)[] = []
    const made: (Node | undefined)[] = []
    const moved: (Node | undefined)[] = []
    for (const operation of this.#journal) {
      const { what, path } = operation
      const isOfFolder = what !== 'write' && what !== 'sync'
      const place = what === 'rename' || what === 'link' ? operation.to : path
      synced.push(what === 'sync' ? disk.node(path) : undefined)
      if (!isOfFolder) changed.push(disk.node(path))
      disk.apply(operation)
      if (isOfFolder) changed.push(disk.folderOf(place))
      made.push(what === 'mkdir' || what === 'create' ? disk.node(path) : undefined)
      moved.push(what === 'rename' || what === 'link' ? disk.node(place) : undefined)
    }
    const durable = changed.map((node, index) => {
      const at = synced.findIndex(
        (each, later) => later > index && each !== undefined && each === node,
      )
      return at < 0 ? Infinity : at
    })
    // What is there under a new name was made, whether or not its first name was forced to the disk.
    for (const [index, node] of moved.entries())
      for (let earlier = 0; node && earlier < index; earlier++)
        if (made[earlier] === node) durable[earlier] = Math.min(durable[earlier]!, durable[index]!)
    return durable
  }
}

/** What may be left of content that was not synced. */
function torn(content: string, random: () => number): string {
  const share = random()
  if (share < 0.3) return ''
  return share < 0.6 ? content.slice(0, Math.floor(content.length * random())) : content
}

export type { Disk }
