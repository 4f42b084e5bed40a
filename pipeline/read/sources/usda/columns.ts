import { seasons } from './directory.ts'

/** The columns of USDA's National Farmers Market Directory. */

export const media = ['Facebook', 'Twitter', 'Youtube', 'OtherMedia']
export const payments = ['Credit', 'WIC', 'WICcash', 'SFMNP', 'SNAP']

const productsBefore2013 = [
  'Bakedgoods Cheese Crafts Flowers Eggs Seafood Herbs Vegetables Honey Jams Maple Meat Nursery',
  'Nuts Plants Poultry Prepared Soap Trees Wine',
].flatMap((names) => names.split(' '))
const laterProducts =
  'Coffee Beans Fruits Grains Juices Mushrooms PetFood Tofu WildHarvested'.split(' ')
export const products = [...productsBefore2013, ...laterProducts]

export const flags = [...payments, 'Organic', ...products]

const place = ['street', 'city', 'County', 'State', 'zip']
const schedule = seasons.flatMap((n) => [`Season${n}Date`, `Season${n}Time`])
const fixed = [...place, ...schedule, 'x', 'y', 'Location']

/** In the order of editions since late 2013: 59 columns. */
export const columns59 = [
  'FMID',
  'MarketName',
  'Website',
  ...media,
  ...fixed,
  ...flags,
  'updateTime',
]

const addedIn2013 = [...media, 'Organic', ...laterProducts]

/** In the order of editions of 2013: 45 columns. */
export const columns45 = columns59.filter((name) => !addedIn2013.includes(name))
