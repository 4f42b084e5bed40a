/** Remarks on one row in its provenance, besides its values. */
export class Remarks {
  /** Names of the rules that changed something. */
  readonly corrections: string[] = []
  readonly #kept: Record<string, string[]> = {}

  /** Records a correction, once. */
  correct(rule: string): void {
    if (!this.corrections.includes(rule)) this.corrections.push(rule)
  }

  /** Keeps a text that its field cannot hold. */
  keep(field: string, text: string): void {
    this.#kept[field] = [...(this.#kept[field] ?? []), text]
  }

  /** The kept texts by field; null if there are none. */
  get keptTexts(): Record<string, string[]> | null {
    return Object.keys(this.#kept).length > 0 ? this.#kept : null
  }
}
