import { parseWeight } from './parse-weight.ts'
import { loadDraft } from '../visit/draft.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { passengerField } from './passenger-field.ts'

/**
 * What the party typed as weights, in pounds, one entry for each who flies; undefined while nobody
 * did, or where the service knows no weights. They come from the draft and go in bodies only.
 */
export async function loadPartyWeights(visit: Visit): Promise<(number | null)[] | undefined> {
  const quantity = visit.query.quantity.value ?? 1
  if (visit.specOnly) return undefined
  return parsePartyWeights(await loadDraft(visit), quantity)
}

/** What cannot be a weight counts as none: the form says so where it is typed. */
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
