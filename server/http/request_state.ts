import type { ActiveKey } from '../access/key_lookup.ts'

/** What is known of a request besides its HTTP message. */
export type RequestState = {
  requestId: string
  /** The caller's key; undefined without a valid one. */
  key: ActiveKey | undefined
}
