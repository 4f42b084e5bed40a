/** Words that do not narrow a search of this directory, in English and Spanish. */
export const fillers = new Set(
  `a accept accepted accepting accepts all also an and any approved are around at authorized available best between both buy buying by can could do does fresh find for from get in outside
  good has have i is it looking local market markets me my near nearby of offer offering offers on or place places please
  sale sell selling sells shop some stand stands store stores take takes taking that the there they to today want we what when where
  which who with you your farm farms farmer farmers product products
  alexa anyone anywhere closest but carries carry code direct directly either give go google grow grows food foods hey how im nearest need okay list one only open order our price prices
  raise raises show siri so somewhere use visit zip tell us whats wheres whos would
  am cant got hello help hi id ive lets like make makes maybe much myself preferably really recommend still thank thanks thats theres theyre wants
  address contact directions hour hours phone schedule telephone website
  acepta aceptan aceptar algun alguna buscar busco cerca comprar con de del donde el en es estan fresca frescas fresco
  frescos granja granjas granjero granjeros hay la las local locales los mi mis necesito o para pago por productos puede puedo que quiero se
  sus tengan tiene tienen toma un una unas unos vende venden venta y`.split(/\s+/),
)

/** Words before what is not wanted. */
export const negators = new Set([
  'no',
  'non',
  'not',
  'dont',
  'doesnt',
  'isnt',
  'arent',
  'wont',
  'without',
  'except',
  'other than',
  'anything but',
  'everything but',
  'anything except',
  'everything except',
  'nothing with',
  'sin',
  'excepto',
])

/** Words between values of which any will do, or none if they are not wanted. */
export const alternatives = new Set(['or', 'nor', 'o', 'u', 'ni'])

/** Words between things of one kind. */
export const conjunctions = new Set([...alternatives, 'and', 'y'])

export const articles = new Set(['the', 'el', 'la', 'los', 'las'])

/** Words that end the name of a farm: what stands before them is no place. */
export const nameEndings = new Set(
  'acres creamery farm farmstead garden gardens grove homestead orchard orchards ranch vineyard vineyards winery'.split(
    ' ',
  ),
)

/** Of these, the words that narrow nothing after a product: `apple orchard`. */
export const emptyEndings = new Set(['creamery', 'garden', 'gardens', 'orchard', 'orchards'])

/** Words before a place. `isSure`: what follows is one, even if it has typing errors. */
export const prepositions: Readonly<Record<string, { isSure: boolean }>> = {
  near: { isSure: true },
  nr: { isSure: true },
  around: { isSure: true },
  'close to': { isSure: true },
  'close by': { isSure: true },
  'next to': { isSure: true },
  between: { isSure: false },
  'outside of': { isSure: true },
  outside: { isSure: true },
  'cerca de': { isSure: true },
  'alrededor de': { isSure: true },
  'junto a': { isSure: true },
  in: { isSure: false },
  en: { isSure: false },
  at: { isSure: false },
  by: { isSure: false },
  from: { isSure: false },
}

/** Words of names such as `Winter Market` and `Blueberry Hill`; places only with a preposition or a state. */
export const wordsOfNames = new Set(
  `airport autumn barn bay brook center christmas creek fall field forest harbor hill holiday hollow island lake meadow mountain
  orchard park place point prairie ridge river spring springs summer tour valley village winter wood woods`.split(
    /\s+/,
  ),
)

/** Before a product, adjectives rather than towns. */
export const colors = new Set(
  'black blue brown golden gray green pink purple red white yellow'.split(' '),
)

/** Words about a farm, before or after its name: `where is`, `directions to`, `phone number`. */
export const aroundNames = new Set(
  `a about address are at by call can close closed closing contact directions do does email find for get go hour hours how i in
  info information is location look map me menu number of on open opening owner owns phone reviews schedule show site telephone the
  time times to visit web website what whats when where wheres who`.split(/\s+/),
)

/** Words after the name of something that is seldom in the town of this name: `Hudson River`, `Furman University`. */
export const placedThings = new Set(
  'airport college forest mountain mountains national river square state university world'.split(
    ' ',
  ),
)

/** Numbers in words: `three` is no tree with a typing error. */
export const numerals = 'two three four five six seven eight nine ten'.split(' ')

/** Words for the place where the client is. */
export const here = new Set([
  'me',
  'here',
  'close by',
  'home',
  'my home',
  'my door',
  'my doorstep',
  'my house',
  'my place',
  'my area',
  'my town',
  'my location',
  'my current location',
  'current location',
  'mi',
  'mi casa',
  'aqui',
])

/** Abbreviations of states that are words in English or Spanish; read as states only in capitals. */
const wordlikeStates = new Set('al as co de en hi id in la ma me mi mo ok or pa'.split(' '))

/** Returns true for such an abbreviation that is not in capitals. */
export const isWordlike = (typed: string): boolean =>
  wordlikeStates.has(typed.toLowerCase()) && !/^[A-Z]{2}$/.test(typed)
