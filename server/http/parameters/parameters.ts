/**
 * Kinds of request parameter: each reads the text of a query parameter strictly, and says what is
 * allowed where it can't.
 */
export { instantOrNow, dateOrInstant } from './instants.ts'
export { farmId, snapshot, snapshotOrLatest, uuid } from './ids.ts'
export { oneOf, placeType, qualityTier, someOf, state, verificationStatus } from './names.ts'
export { decimal, integer, page, perPage } from './numbers.ts'
export { bbox, cell, latitude, longitude, near, radius, zip } from './places.ts'
export { product, text, textList, words } from './texts.ts'
