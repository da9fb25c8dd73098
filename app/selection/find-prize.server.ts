import { type Prize, PrizesReply } from '#contract/prize.ts'
import { type Visit } from '../visit/load-visit.server.ts'

const cache = new WeakMap<Visit, Promise<readonly Prize[]>>()

/** Cached for the request. */
async function loadPrizes({ userApi, user, specOnly }: Visit): Promise<readonly Prize[]> {
  if (!userApi || !user || specOnly) return []
  const result = await userApi.get('/v1/prizes', PrizesReply, { query: { everybody: 0 } })
  return result.ok ? result.data.prizes : []
}

/**
 * The prize that the account may use here; a flight accepts one, preferably that of a chosen
 * upgrade.
 *
 * @param offered the upgrades of the flight
 */
export async function findPrize(visit: Visit, offered: readonly number[]): Promise<Prize | undefined> {
  if (offered.length === 0) return undefined
  const prizes = await (cache.get(visit) ?? cache.set(visit, loadPrizes(visit)).get(visit) ?? [])
  const isChosen = ({ upgrade_id: id }: Prize) => visit.query.upgradeIds.includes(id)
  const here = prizes.filter(({ upgrade_id: id }) => offered.includes(id))
  return here.find(isChosen) ?? here[0]
}

/** The prize as quotes and orders expect it: along with the upgrade it makes free. */
export async function getPrizeId(visit: Visit): Promise<{ prize_id?: number }> {
  const prize = await findPrize(visit, visit.query.upgradeIds)
  return prize ? { prize_id: prize.id } : {}
}
