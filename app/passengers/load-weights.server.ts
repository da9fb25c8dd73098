import { type Quote } from '#contract/quote.ts'
import { type SummaryItem } from '../ui/error-summary.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { loadPartyWeights } from './party-weights.server.ts'
import { checkWeights } from './save-weights.server.ts'
import { secondSeatText } from './second-seat-text.ts'
import { type WeightsBoxProps } from './weights-box.tsx'
import { weightsShape } from './weights-fields.ts'

export interface Weights {
  box: Omit<WeightsBoxProps, 'product'>
  /** Where the weights go: this page, with its query. They never appear in its address. */
  action: string
  summary: SummaryItem[]
}

/**
 * The fields for weights on the page "When"; undefined where the service knows none.
 *
 * @param options.refused they were typed just now: what is wrong with them is listed above the page
 */
export async function loadWeights(
  visit: Visit,
  quote: Quote | undefined,
  { action, refused }: { action: string; refused: boolean },
): Promise<Weights | undefined> {
  if (visit.specOnly) return undefined
  const quantity = visit.query.quantity.value ?? 1
  const [checked, weights] = await Promise.all([checkWeights(visit, quantity), loadPartyWeights(visit)])
  // Only an answer to weights that were just typed moves the focus.
  const { form, initialValue, error } = checked
  const answer = refused ? checked : { form, initialValue, error }
  return {
    box: { quantity, answer, given: weights !== undefined, seats: quote && secondSeatText(quote) },
    action,
    summary: refused ? summarise(checked, quantity) : [],
  }
}

function summarise({ error }: FormAnswer, quantity: number): SummaryItem[] {
  const { labels, fieldId } = weightsShape(quantity)
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    messages?.[0] ? [{ text: `${labels[name] ?? ''}: ${messages[0]}`, target: fieldId(name) }] : [],
  )
}
