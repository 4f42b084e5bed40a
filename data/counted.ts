import { groupDigits } from './digit_grouping.ts'

/** `1 farm`, `1,234 farms`. */
export const counted = (count: number, noun: string): string =>
  `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`
