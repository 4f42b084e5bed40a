/** A file name or other text as an SQL string literal, for statements that take no parameters (copy, views). */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
