import { stepsOf, task, type Step } from '../../database/step.ts'
import { grantClaims, nameFarms } from './assigned.ts'

const step = stepsOf(import.meta.url)

/**
 * Gives each cluster of listings its farm id: `identity.listings`, one row for each listing of this
 * build, and what that means for the ids of before: `identity.mergers` and `identity.splits`.
 *
 * A cluster goes on being the farm that its listings were. Where it could be several, or several
 * clusters one, the strongest claim is met first (contested.sql). One that no farm goes on in gets
 * the id of its first listing, or where that ever was another farm's, one made distinct.
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
