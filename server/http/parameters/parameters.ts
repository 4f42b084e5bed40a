/** Types of request parameters: each parses a text strictly; its error lists the allowed values. */
export {
  dateOrInstant,
  day,
  dayTime,
  dateOrYears,
  instantOrNow,
  moment,
  since,
} from './instants.ts'
export { cityList, countyList } from './cities.ts'
export { farmId, farmIds, snapshot, snapshotOrLatest, uuid } from './ids.ts'
export {
  oneOf,
  placeTypeList,
  qualityTierList,
  someOf,
  state,
  stateList,
  verificationStatusList,
} from './names.ts'
export { decimal, integer, page, perPage } from './numbers.ts'
export { bbox, cell, countyFipsList, latitude, longitude, near, radius, zipList } from './places.ts'
export { product, text, textList, words } from './texts.ts'
