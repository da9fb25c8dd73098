import { getNetworkPrefix } from '#api/rules/access/call-limits.ts'
import { type Settings } from '#settings/settings.ts'
import { type CallFacts } from './call-facts.ts'
import { createNetworkBuckets } from './network-buckets.ts'
import { findPageCost } from './page-cost.ts'
import { type RefusalPages } from './refusal-pages.ts'
import { type Shop } from './shop-handler.ts'

const AMOUNTS = { cheap: 1, dear: 3 } as const
/** How often a person opens a page, whatever it costs. */
const SECONDS_A_PAGE = 10
/** How long a full bucket lasts the people it is for, if nothing flowed in. */
const SECONDS_AT_ONCE = 20
/** Dear pages leave this part to the others, so they are refused first. */
const RESERVED_PART = 1 / 4

export interface PageLimit {
  /**
   * Refuses a page that has to be made while its network has nothing left.
   *
   * @param dear the page costs more than its address says
   * @returns undefined when it may be made
   */
  refuse(request: Request, facts: CallFacts, dear?: boolean): Promise<Response> | undefined
}

/**
 * Limits the pages that are made for one network (decision 149). Each process counts for itself:
 * what is protected is its own time.
 */
export function limitPages(
  { peoplePerAddress, limitFactor }: Pick<Settings, 'peoplePerAddress' | 'limitFactor'>,
  pages: Pick<RefusalPages, 'answer'>,
  now?: () => number,
): PageLimit {
  const perSecond = ((peoplePerAddress * AMOUNTS.dear) / SECONDS_A_PAGE) * limitFactor
  const capacity = perSecond * SECONDS_AT_ONCE
  const buckets = createNetworkBuckets({ capacity, perSecond }, now)
  return {
    refuse: (request, { visitorAddress }, dear = false) => {
      const found = findPageCost(request.method, new URL(request.url).pathname)
      if (found === 'free') return undefined
      const cost = dear ? 'dear' : found
      const network = getNetworkPrefix(visitorAddress) ?? 'unknown'
      const reserve = cost === 'dear' ? capacity * RESERVED_PART : 0
      const seconds = buckets.take(network, AMOUNTS[cost], reserve)
      return seconds === 0 ? undefined : pages.answer(request, seconds)
    },
  }
}

/** The shop where nothing is kept: each page is made for its request. */
export function limitShop(shop: Shop, limit: PageLimit): Shop {
  return (request, facts) => limit.refuse(request, facts) ?? shop(request, facts)
}
