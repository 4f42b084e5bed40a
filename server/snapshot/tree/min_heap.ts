/** A priority queue of numbers by their keys: a binary heap, the least key on top. */
export class MinHeap {
  readonly #keys: number[] = []
  readonly #values: number[] = []

  /** The least key; Infinity when empty. */
  get least(): number {
    return this.#keys.length > 0 ? this.#keys[0]! : Infinity
  }

  push(key: number, value: number): void {
    const keys = this.#keys
    const values = this.#values
    let hole = keys.length
    keys.push(key)
    values.push(value)
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (keys[parent]! <= key) break
      keys[hole] = keys[parent]!
      values[hole] = values[parent]!
      hole = parent
    }
    keys[hole] = key
    values[hole] = value
  }

  /** Removes a value with the least key and returns it. The heap may not be empty. */
  pop(): number {
    const top = this.#values[0]!
    const key = this.#keys.pop()!
    const value = this.#values.pop()!
    if (this.#keys.length > 0) this.#sink(key, value)
    return top
  }

  /** Puts an entry in the place of the top, and down to where it belongs. */
  #sink(key: number, value: number): void {
    const keys = this.#keys
    const values = this.#values
    const firstLeaf = keys.length >> 1
    let hole = 0
    while (hole < firstLeaf) {
      let child = 2 * hole + 1
      if (child + 1 < keys.length && keys[child + 1]! < keys[child]!) child++
      if (keys[child]! >= key) break
      keys[hole] = keys[child]!
      values[hole] = values[child]!
      hole = child
    }
    keys[hole] = key
    values[hole] = value
  }
}
