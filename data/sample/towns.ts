import { Random } from './random.ts'
import { directions, townBeginnings, townEndings } from './words.ts'

/**
 * Invents the town of a ZIP code: the same for the same ZIP code and seed. A town of that name may
 * exist, but hardly there.
 */
export function townName(zip: string, seed: number): string {
  const random = new Random(seed, Number(zip), townStream)
  const name = random.pick(townBeginnings) + random.pick(townEndings)
  return random.chance(0.15) ? `${random.pick(directions)} ${name}` : name
}

/** Keeps the towns' numbers apart from the farms'. */
const townStream = 0x746f776e
