import type { Tier } from '../../../data/schema/meta.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { Problem } from '../../http/problem.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import type { Http } from '../../routes/route.ts'
import type { Services } from '../../services.ts'
import { openly } from '../farm/open_fields.ts'
import type { Profile } from '../farm/profile.ts'

type Asked = { http: Http; tier: Tier }

/**
 * Asks for some farms by their ids, in this order, with the fields that a farm's own page shows. `gone`: the
 * ids without a farm. `isLimited`: the client was shown as many farms as one address is in a day.
 */
export async function keptFarms(ids: readonly string[], asked: Asked, services: Services) {
  const found = await Promise.all(ids.map((id) => keptFarm(id, asked, services)))
  return {
    farms: found.flatMap((each) => each?.farm ?? []),
    gone: ids.filter((_, at) => found[at] === null),
    isLimited: found.some((each) => each !== null && each.refusal !== null),
  }
}

async function keptFarm(id: string, { http, tier }: Asked, services: Services) {
  try {
    const { data }: { data: Profile } = await askingHere(tier, services)(farmRoute, { id })
    return await openly(data, tier, http, services)
  } catch (error) {
    if (error instanceof Problem && ['not-found', 'gone'].includes(error.kind)) return null
    throw error
  }
}
