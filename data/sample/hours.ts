import type { PlaceType } from '../schema/tables/farm.ts'
import { type Random, Weighted } from './random.ts'

/** 40 % of farms don't state their hours. */
const hoursUnknown = 0.4

/** Draws a farm's named schedules, in the style of the directories; null = unknown. */
export function drawHours(type: PlaceType, random: Random): Record<string, string> | null {
  if (random.chance(hoursUnknown)) return null
  const { schedule, opening } = habits[type]
  const style = styles.draw(random)
  const hours = { [schedule]: inSeason(opening(style, random), random) }
  const hasPickup = schedule !== 'pickup' && random.chance(0.12)
  return hasPickup ? { ...hours, pickup: marketDays(style, random) } : hours
}

type Style = (days: string[], opens: number, closes: number) => string
type Opening = (style: Style, random: Random) => string

/** A market opens on a day or two, for a few hours. */
const marketDays: Opening = (style, random) => {
  const opens = random.pick([8, 8, 8.5, 9, 9, 9, 10, 14, 15, 16])
  const closes = opens + random.pick([3, 3, 3.5, 4, 4, 5])
  const first = random.pick([5, 5, 5, 5, 6, 2, 3, 1, 4, 0])
  const days = random.chance(0.12) ? [first, (first + 3) % 7] : [first]
  return style(
    week.filter((_, day) => days.includes(day)),
    opens,
    closes,
  )
}

/** A shop opens on most days. */
const shopDays: Opening = (style, random) => {
  const opens = random.pick([8, 9, 9, 9, 10, 10, 11])
  const closes = random.pick([16, 17, 17, 17, 17.5, 18, 18, 19])
  if (random.chance(0.1)) return 'By appointment'
  const days = random.pick(runs)
  if (random.chance(0.15)) return `Daily ${short(opens)}-${short(closes)}`
  return style([days], opens, closes)
}

const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const runs = 'Mon-Fri Mon-Sat Mon-Sun Tue-Sat Wed-Sun Thu-Sat Thu-Sun Fri-Sun Sat-Sun'.split(' ')

const habits: Record<PlaceType, { schedule: string; opening: Opening }> = {
  farm: { schedule: 'farm_store', opening: shopDays },
  farmers_market: { schedule: 'market', opening: marketDays },
  csa: { schedule: 'pickup', opening: marketDays },
  ranch: { schedule: 'farm_store', opening: shopDays },
  on_farm_market: { schedule: 'farm_store', opening: shopDays },
  food_hub: { schedule: 'warehouse', opening: shopDays },
  agritourism: { schedule: 'visits', opening: shopDays },
  market: { schedule: 'store', opening: shopDays },
}

/** `Sat: 9:00 AM-1:00 PM;`, `Sat 9am-1pm`, `Sat: 9:00 AM - 1:00 PM`, `9am-1pm Sat`. */
const styles = new Weighted<Style>(
  [
    (days, opens, closes) => days.map((day) => `${day}: ${long(opens)}-${long(closes)};`).join(''),
    (days, opens, closes) => `${days.join(', ')} ${short(opens)}-${short(closes)}`,
    (days, opens, closes) =>
      days.map((day) => `${day}: ${long(opens)} - ${long(closes)}`).join('; '),
    (days, opens, closes) => `${short(opens)}-${short(closes)} ${days.join(' & ')}`,
  ],
  [45, 35, 15, 5],
)

const half = (hour: number) => (hour < 12 ? 'am' : 'pm')
const onDial = (hour: number) => ((Math.floor(hour) + 11) % 12) + 1
const minutes = (hour: number) => (hour % 1 ? '30' : '00')
const long = (hour: number) => `${onDial(hour)}:${minutes(hour)} ${half(hour).toUpperCase()}`
const short = (hour: number) => `${onDial(hour)}${hour % 1 ? ':30' : ''}${half(hour)}`

const seasons = [
  'May to October',
  'June to October',
  'April to November',
  'June to September',
  'July to October',
  'May 1 to October 31',
  '06/01/2025 to 10/31/2025',
  'Year-round',
]

/** Half of the schedules state the months in which they apply. */
function inSeason(opening: string, random: Random): string {
  return random.chance(0.5) ? opening : `${random.pick(seasons)}; ${opening}`
}
