/** Choices of how old a statement may be, by the value of `said_since`; undefined = any. */
export const statementAges = { any: undefined, '1 year': '1y', '3 years': '3y' }
