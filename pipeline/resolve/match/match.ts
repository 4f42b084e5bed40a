import { listingKey, type DecidedPair } from '../../../data/schema/input/decision.ts'
import { given, type Step } from '../../database/step.ts'
import { clusterSteps } from './clusters/steps.ts'
import { listingSteps, noWordings } from './listings/steps.ts'
import { pairSteps } from './pairs/steps.ts'

/**
 * Groups listings into farms. Reads table `match.candidates`, one row per listing:
 *
 * - key (unique), source, state, zip, city, address, name, place_type, website, phone, email, lat, lng,
 *   location_precision, weekdays (`mon` … `sun`), as normalized;
 * - edition: numbers of the build's inputs that list it; retired: none does, it is known only from an earlier
 *   build (edition = []);
 * - null if new: farm_id, its earlier farm; first_seen and last_seen, the first and the last earlier snapshot
 *   that held it;
 *
 * and `carried.wordings`, the words of earlier editions' texts, so that each text is split once.
 *
 * Writes table `match.clusters(key, cluster)`: the farm of each candidate, named by the smallest key of its
 * listings. Writes `match.matches(a, b, score, rule)`: the pairs, a < b, that matched within clusters, with
 * their points and evidence (evidence.ts).
 *
 * Pairs share a blocking key (pairs.sql) and match from `threshold` points (scores.sql). They are joined best
 * first, unless a veto (vetoes.ts) keeps any two listings of the cluster apart. Last, a person's decisions
 * join clusters; two listings decided as different are never in one. The order of rows does not matter. The
 * other tables of `match` remain, for diagnosis.
 */
export const matchSteps = (decisions: DecidedPair[] = []): Step[] => [
  decisionStep(decisions),
  ...listingSteps,
  ...pairSteps,
  ...clusterSteps,
]

/** The steps that find and score pairs, without joining them. */
export const lookingSteps: Step[] = [noWordings, decisionStep([]), ...listingSteps, ...pairSteps]

/** Makes `match.decisions`: the keys of each pair, in order. */
function decisionStep(decisions: DecidedPair[]): Step {
  return given(
    'match.decisions',
    { entry: 'INTEGER', a: 'VARCHAR', b: 'VARCHAR', same: 'BOOLEAN' },
    decisions.map(({ entry, a, b, same }) => ({ entry, a: listingKey(a), b: listingKey(b), same })),
  )
}
