import { longestLiteral, mostPhrases } from '../../../../data/schema/serving/phrases.ts'

/** How often the lines that phrases are learned from must have a phrase, and its least length in bytes. */
const [fewestUses, shortest] = [4, 4]

/** The texts of a line, with a comma before each. Texts need not be JSON values. */
const textsOf = (line: Buffer) => line.toString('latin1', 1).split(',')

type Node = { text: string; parent: number; uses: number }

/**
 * The phrases of lines that are much alike (data/schema/serving/phrases.ts), found as by LZ78: a phrase is a
 * frequent text of lines, or a phrase and a frequent text after it.
 */
export class Phrases {
  /** UTF-8: all phrases, and the start of each. */
  readonly texts: Buffer
  readonly starts: Uint32Array
  /** The numbers of frequent texts. */
  readonly #numbers: Map<string, number>
  /** The children of the nodes of a tree of phrases, by parent and last text. The root is 0. */
  readonly #children: Map<number, number>
  /** The phrase of each node; 0 = none. */
  readonly #phrases: Uint16Array

  /** Learns from some of the lines. A line begins with a comma. */
  constructor(lines: readonly Buffer[]) {
    const frequent = frequentTexts(lines)
    this.#numbers = new Map([...frequent.keys()].map((text, number) => [text, number]))
    this.#children = new Map()
    const nodes = this.#grow(frequent, lines)
    const kept = [...nodes.keys()]
      .filter((node) => node > 0 && nodes[node]!.uses >= fewestUses)
      .sort((one, other) => nodes[other]!.uses - nodes[one]!.uses)
      .slice(0, mostPhrases - 1)
    this.#phrases = new Uint16Array(nodes.length)
    for (const [index, node] of kept.entries()) this.#phrases[node] = index + 1
    this.#prune(kept, nodes)
    const texts = kept.map((node) => Buffer.from(nodes[node]!.text, 'latin1'))
    this.texts = Buffer.concat(texts)
    this.starts = new Uint32Array(texts.length + 2)
    for (const [index, { length }] of texts.entries())
      this.starts[index + 2] = this.starts[index + 1]! + length
  }

  /** Writes a line to `out` from `at`, in a sixtieth more than its length and 8 bytes at most; returns the end. */
  write(line: Buffer, out: Buffer, at: number): number {
    const texts = textsOf(line)
    const numbers = texts.map((text) => this.#numbers.get(text))
    let [written, position] = [0, 0]
    for (let next = 0; next < texts.length;) {
      const { phrase, end } = this.#longest(numbers, next)
      if (phrase > 0) {
        at = out.writeUInt16LE(phrase, writeLiteral(line, written, position, out, at))
        position += this.starts[phrase + 1]! - this.starts[phrase]!
        written = position
      } else position += 1 + texts[next]!.length
      next = end
    }
    return written < position ? writeLiteral(line, written, position, out, at) : at
  }

  /** The longest phrase of the texts from `from` on, and the text after it. */
  #longest(numbers: (number | undefined)[], from: number): { phrase: number; end: number } {
    let found = { phrase: 0, end: from + 1 }
    let node: number | undefined = 0
    for (let at = from; at < numbers.length; at++) {
      node = this.#child(node, numbers[at])
      if (node === undefined) break
      if (this.#phrases[node]! > 0) found = { phrase: this.#phrases[node]!, end: at + 1 }
    }
    return found
  }

  #child(node: number, number: number | undefined): number | undefined {
    return number === undefined ? undefined : this.#children.get(node * this.#numbers.size + number)
  }

  /** Adds a node for each frequent text, and one for each longer phrase that lines have. */
  #grow(frequent: Map<string, number>, lines: readonly Buffer[]): Node[] {
    const nodes: Node[] = [{ text: '', parent: 0, uses: 0 }]
    const add = (parent: number, text: string, uses: number) => {
      this.#children.set(parent * this.#numbers.size + this.#numbers.get(text)!, nodes.length)
      nodes.push({ text: `${nodes[parent]!.text},${text}`, parent, uses })
    }
    for (const [text, uses] of frequent) add(0, text, uses)
    for (const line of lines) {
      let node = 0
      for (const text of textsOf(line)) {
        const number = this.#numbers.get(text)
        const longer = this.#child(node, number)
        if (longer === undefined) {
          nodes[node]!.uses++
          if (number !== undefined && node > 0) add(node, text, 0)
        }
        node = longer ?? this.#child(0, number) ?? 0
      }
      nodes[node]!.uses++
    }
    return nodes
  }

  /** Removes what leads to no phrase. */
  #prune(kept: readonly number[], nodes: readonly Node[]): void {
    const useful = new Set<number>()
    for (let node of kept)
      for (; node > 0 && !useful.has(node); node = nodes[node]!.parent) useful.add(node)
    for (const [key, node] of this.#children) if (!useful.has(node)) this.#children.delete(key)
  }
}

function frequentTexts(lines: readonly Buffer[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const line of lines)
    for (const text of textsOf(line)) uses.set(text, (uses.get(text) ?? 0) + 1)
  return new Map([...uses].filter(([text, uses]) => uses >= fewestUses && text.length >= shortest))
}

/** Writes the bytes [from, to) of a line as a literal, or as several with no phrase after them. */
function writeLiteral(line: Buffer, from: number, to: number, out: Buffer, at: number): number {
  for (; to - from > longestLiteral; from += longestLiteral)
    at = out.writeUInt16LE(0, literal(line, from, from + longestLiteral, out, at))
  return literal(line, from, to, out, at)
}

function literal(line: Buffer, from: number, to: number, out: Buffer, at: number): number {
  out[at] = to - from
  return at + 1 + line.copy(out, at + 1, from, to)
}
