import { partyLabel } from '../catalogue/breakdown-rows.ts'
import { formatDay } from '../format/local-time.ts'
import { loadChoice, requireProduct } from '../selection/load-choice.server.ts'
import { formatLeaving } from '../selection/two-aircraft.ts'
import { stepHrefs } from '../selection/step-hrefs.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * Stores in the session which checkout continues on another device, as the pay page describes it.
 * False if nothing is chosen.
 */
export async function saveTransferSubject(visit: Visit, productParam: string): Promise<boolean> {
  const { query, session } = visit
  if (!query.date || !session.get('draftId')) return false
  const product = await requireProduct(visit, productParam)
  const { choice } = await loadChoice(visit, product, { date: query.date, continuing: true })
  const { departure, quantity, quantityType } = choice
  if (!departure || quantity === undefined) return false
  const day = `${formatDay(departure.local_date)}, ${formatLeaving(departure)}`
  const { departure_id: departureId, depart_at: departAt } = departure
  session.set('resume', {
    path: stepHrefs(productParam, query).pay,
    what: `${product.name}, ${day} ${departure.timezone_label}, ${partyLabel({ quantityType, quantity })}`,
    departureId,
    departAt,
  })
  return true
}
