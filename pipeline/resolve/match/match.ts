import type { Decision, ListingName } from '../../../data/schema/input/decision.ts'
import { given, type Step } from '../../database/step.ts'
import { clusterSteps } from './clusters/steps.ts'
import { listingSteps, noWordings } from './listings/steps.ts'
import { pairSteps } from './pairs/steps.ts'

/**
 * Decides which listings are one farm. Reads table `match.candidates`, one row for each listing:
 *
 * - key (unique), source, state, zip, city, address, name, place_type, website, phone, email,
 *   lat, lng, location_precision, weekdays (`mon` … `sun`), as normalized;
 * - edition: the numbers of the build's inputs that it is in; retired: it is in none, and is known
 *   from before only (edition = []);
 * - and, null where they are not known: farm_id, the farm that it was of before; first_seen and
 *   last_seen, the first and the last snapshot before that held it;
 *
 * and `carried.wordings`, the words of texts that an earlier edition had, so that they are read once.
 *
 * Writes table `match.clusters(key, cluster)`: for every candidate its farm, named by the smallest
 * key of its listings; and `match.matches(a, b, score, rule)`: the pairs, a < b, that matched within
 * clusters, with their points and the names of the evidence (evidence.ts) that they come from.
 *
 * A pair is looked at if it shares a blocking key (pairs.sql), matches from `threshold` points on
 * (scores.sql), and pairs are joined best first, unless a veto (vetoes.ts) keeps any two listings
 * of the cluster apart. Last, clusters are joined of which a person decided that they are one farm; two that
 * a person decided are different are never in one. The order of the rows doesn't matter. The other tables of `match` stay, for
 * those who ask why.
 */
export const matchSteps = (decisions: Decision[] = []): Step[] => [
  decisionStep(decisions),
  ...listingSteps,
  ...pairSteps,
  ...clusterSteps,
]

/** Those that find pairs and their points, and join none. */
export const lookingSteps: Step[] = [noWordings, decisionStep([]), ...listingSteps, ...pairSteps]

/** `match.decisions`: the keys of each pair, in order. */
function decisionStep(decisions: Decision[]): Step {
  return given(
    'match.decisions',
    { entry: 'INTEGER', a: 'VARCHAR', b: 'VARCHAR', same: 'BOOLEAN' },
    decisions.map(({ entry, a, b, same }) => ({ entry, a: keyOf(a), b: keyOf(b), same })),
  )
}

function keyOf({ source, source_id }: ListingName): string {
  return `${source}\n${source_id}`
}
