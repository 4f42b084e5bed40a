import { availability } from './availability.ts'
import { farm, hours, products } from './farm.ts'
import { farms } from './farms.ts'
import { food } from './food.ts'
import type { DataRoute } from './route.ts'
import { search } from './search.ts'
import { stats } from './stats.ts'

/** Every endpoint that answers from a snapshot. */
export const dataRoutes: DataRoute[] = [
  search,
  food,
  farms,
  farm,
  products,
  hours,
  availability,
  stats,
]
