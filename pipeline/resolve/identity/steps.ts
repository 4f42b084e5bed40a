import { stepsOf, type Step } from '../../database/step.ts'
import { grantClaims } from './granted.ts'
import { nameFarms } from './named.ts'

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
  step('identity.live_clusters', [
    'intake.source_rows',
    'intake.observations',
    'match.clusters',
    'history.known',
  ]),
  step('identity.heirs', [
    'intake.source_rows',
    'intake.observations',
    'match.clusters',
    'history.known',
  ]),
  step('identity.claims', [
    'history.known',
    'match.clusters',
    'identity.live_clusters',
    'identity.heirs',
  ]),
  step('identity.sole', ['identity.claims']),
  step('identity.contested', [
    'match.matches',
    'match.clusters',
    'history.known',
    'intake.source_rows',
    'identity.claims',
    'identity.sole',
  ]),
  {
    name: 'identity.granted',
    reads: ['identity.contested'],
    writes: ['identity.granted'],
    run: grantClaims,
  },
  step('identity.reissued', [
    'intake.source_rows',
    'intake.observations',
    'history.known',
    'match.clusters',
    'identity.live_clusters',
    'identity.claims',
    'identity.sole',
    'identity.granted',
  ]),
  step('identity.continued', ['identity.sole', 'identity.granted', 'identity.reissued']),
  step('identity.new_farms', [
    'history.known',
    'history.reused',
    'identity.live_clusters',
    'identity.claims',
    'identity.continued',
  ]),
  {
    name: 'identity.named',
    reads: ['history.known', 'identity.continued', 'identity.new_farms'],
    writes: ['identity.named'],
    run: nameFarms,
  },
  step('identity.assigned', ['identity.continued', 'identity.named']),
  step('identity.listings', [
    'intake.source_rows',
    'history.known',
    'history.reused',
    'match.clusters',
    'identity.claims',
    'identity.assigned',
  ]),
  step('identity.mergers', ['identity.claims', 'identity.assigned']),
  step('identity.splits', ['identity.claims', 'identity.assigned']),
]
