import { stepsOf, task, type Step } from '../../database/step.ts'
import { grantClaims, nameFarms } from './assigned.ts'

const step = stepsOf(import.meta.url)

/**
 * Gives each cluster of listings its farm id: `identity.listings`, one row per listing of this build.
 * `identity.mergers` and `identity.splits` record the effect on earlier ids.
 *
 * A cluster keeps the farm id of its listings. If a cluster could have several ids, or several clusters one
 * id, the strongest claim wins (contested.sql). A cluster without an earlier farm gets the id made from its
 * first listing, with a number added if another farm ever had that id.
 */
export const identitySteps: Step[] = [
  step('identity.live_clusters'),
  step('identity.claims'),
  step('identity.contested'),
  task('identity.granted', ['identity.claims', 'identity.contested'], grantClaims),
  step('identity.reissued'),
  step('identity.new_farms'),
  task(
    'identity.assigned',
    ['history.known', 'identity.granted', 'identity.reissued', 'identity.new_farms'],
    nameFarms,
  ),
  step('identity.listings'),
  step('identity.mergers'),
  step('identity.splits'),
]
