type Limit = {
  /** Maximum length of the source's text in UTF-8 bytes. */
  bytes: number
  /** The treatment of a longer text; nothing is cut if a part would be a different value. */
  over: 'the row is rejected' | 'it is cut off' | 'it is left out'
  what: string
}

/** Maximum lengths of a source row's texts, by content. */
export const lengths = {
  identity: { bytes: 300, over: 'the row is rejected', what: 'source id, name' },
  line: {
    bytes: 500,
    over: 'it is left out',
    what: 'address, city, county, state, ZIP code, country, coordinate, date, person, price range',
  },
  prose: { bytes: 20_000, over: 'it is cut off', what: 'description, story, tagline' },
  url: { bytes: 2_048, over: 'it is left out', what: 'web address, link' },
  email: { bytes: 320, over: 'it is left out', what: 'e-mail address' },
  phone: { bytes: 200, over: 'it is left out', what: 'telephone number' },
  term: { bytes: 500, over: 'it is left out', what: 'term of a list; product, unit, category' },
  data: { bytes: 20_000, over: 'it is left out', what: 'hours_json, details, as JSON text' },
  schedule: { bytes: 2_000, over: 'it is left out', what: 'schedules: all, if one is longer' },
} as const satisfies Record<string, Limit>
export type Length = keyof typeof lengths

/**
 * Maximum number of a list's entries (terms, links, schedules, product listings); later ones are omitted.
 */
export const mostEntries = 1_000
