import type { ActiveKey } from '../access/keys/key_lookup.ts'
import type { Coding } from '../http/coding.ts'

/** What is known of a request besides its HTTP message. */
export type RequestState = {
  requestId: string
  /** The pattern of its path; undefined where no route fits. */
  route?: string
  /** The content coding that the answer is to have where it is worth it. */
  coding: Coding
  /** The caller's key; undefined without a valid one. */
  key: ActiveKey | undefined
}
