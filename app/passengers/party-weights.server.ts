import { parseWeight } from './parse-weight.ts'
import { loadDraft } from '../visit/draft.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { passengerField } from './passenger-field.ts'

/**
 * The typed weights of the party in pounds, one per passenger; undefined if none was typed, or if
 * the service has no weights. They are stored in the draft and sent in request bodies only.
 */
export async function loadPartyWeights(visit: Visit): Promise<(number | null)[] | undefined> {
  const quantity = visit.query.quantity.value ?? 1
  if (visit.specOnly) return undefined
  return parsePartyWeights(await loadDraft(visit), quantity)
}

/** An invalid weight counts as missing; the form reports it beside the field. */
export function parsePartyWeights(
  fields: Readonly<Record<string, string>>,
  quantity: number,
): (number | null)[] | undefined {
  const weights = Array.from({ length: quantity }, (_, index) => {
    const typed = fields[passengerField(index, 'weight')]
    return typed === undefined ? null : (parseWeight(typed) ?? null)
  })
  return weights.some((weight) => weight !== null) ? weights : undefined
}
