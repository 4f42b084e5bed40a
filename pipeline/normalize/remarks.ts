/** What provenance says of one row beside its values. */
export class Remarks {
  /** Names of the rules that changed something. */
  readonly corrections: string[] = []
  readonly #kept: Record<string, string[]> = {}

  /** Notes what was put right, once. */
  correct(rule: string): void {
    if (!this.corrections.includes(rule)) this.corrections.push(rule)
  }

  /** Keeps what the source states in a field that can't hold it. */
  keep(field: string, text: string): void {
    this.#kept[field] = [...(this.#kept[field] ?? []), text]
  }

  /** By field, the texts kept; null where there are none. */
  get keptTexts(): Record<string, string[]> | null {
    return Object.keys(this.#kept).length > 0 ? this.#kept : null
  }
}
