/** Types of request parameters: each parses a text strictly; its error lists the allowed values. */
export * from './cities.ts'
export * from './ids.ts'
export * from './instants.ts'
export * from './names.ts'
export * from './numbers.ts'
export * from './places.ts'
export * from './texts.ts'
