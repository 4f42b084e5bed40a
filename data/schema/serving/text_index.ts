/** The fields whose words are found. Words are those of `wordsOf` (data/vocabulary/words.ts). */
export const textFields = ['name', 'city', 'description'] as const
export type TextField = (typeof textFields)[number]
