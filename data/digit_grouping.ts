/** Writes a number with digits in groups of three, to three decimals: 1234567 as `1,234,567`. */
export const groupDigits = (value: number): string => value.toLocaleString('en-US')
