import { type z } from 'zod'
import { BrandsReply } from '#contract/catalogue.ts'
import { AnyJson } from './spec-only/call.server.ts'
import { readLooseList } from './loose-values.server.ts'
import { type ApiClient } from '../api-result.ts'

/**
 * Detects whether the `/v1` at `API_URL` is ours, or a service with only the calls of spec section
 * 7. The list of brands, which every page requests anyway, decides: ours has more fields than
 * section 7.
 */
export type ServiceFacts =
  { kind: 'full'; brands: z.infer<typeof BrandsReply>['brands'] } | { kind: 'basic' } | { kind: 'silent' }

const MINUTE = 60_000
/**
 * A service that does not answer is not asked again for a moment, because one page makes several
 * requests.
 */
const PAUSE = 2000

interface CachedService {
  facts: Promise<ServiceFacts>
  until: number
  version?: string | undefined
}
const cache = new WeakMap<object, CachedService>()

/**
 * Never fails.
 *
 * @param settings of the running shop: one process has one service
 * @param version of the catalogue, if the page is cached for it: brands of an older version would
 *   be cached with it
 */
export function detectService(
  client: ApiClient,
  settings: object,
  now = Date.now(),
  version?: string,
): Promise<ServiceFacts> {
  const known = cache.get(settings)
  const holds = version === undefined ? known && known.until > now : known?.version === version
  if (known && holds) return known.facts
  const facts = fetchBrands(client).then(async (answer) => {
    // An outage does not change the kind of the service.
    if (answer.kind !== 'silent') {
      if (version !== undefined) cache.set(settings, { facts, until: now + MINUTE, version })
      return answer
    }
    cache.set(settings, { facts, until: Date.now() + PAUSE })
    return (await known?.facts) ?? answer
  })
  // A page that will be cached must notice itself that the service does not answer.
  if (version === undefined) cache.set(settings, { facts, until: now + MINUTE })
  return facts
}

async function fetchBrands(client: ApiClient): Promise<ServiceFacts> {
  const result = await client.get('/v1/brands', AnyJson, { query: { page_size: 100 } })
  if (!result.ok) return [404, 405, 501].includes(result.status) ? { kind: 'basic' } : { kind: 'silent' }
  const ours = BrandsReply.safeParse(result.data)
  if (ours.success) return { kind: 'full', brands: ours.data.brands }
  return readLooseList(result.data, 'brands') ? { kind: 'basic' } : { kind: 'silent' }
}
