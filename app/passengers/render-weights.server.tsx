import { renderToStaticMarkup } from 'react-dom/server'
import { type Product } from '#contract/catalogue.ts'
import { type Quote } from '#contract/quote.ts'
import { Eligibility } from '../catalogue/eligibility.tsx'
import { secondSeatText } from './second-seat-text.ts'
import { type SummaryItem } from '../ui/error-summary.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { checkWeights } from './save-weights.server.ts'
import { WeightsBox } from './weights-box.tsx'
import { WEIGHTS_FORM, weightsShape } from './weights-form.ts'
import { loadPartyWeights } from './party-weights.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * The fields for weights and second seats on the page "When" as HTML, so that its script stays
 * small. They stand inside the page's form but belong to another one, so that weights never appear
 * in an address.
 * @param options.action the address of this page with its query, to which the weights are submitted
 * @param options.refused true if the weights were just refused; the page lists the errors above
 */
export async function renderWeights(
  visit: Visit,
  product: Product,
  quote: Quote | undefined,
  { action, refused }: { action: string; refused: boolean },
): Promise<{ fields: string; form: string; summary: SummaryItem[] }> {
  const eligibility = <Eligibility product={product} />
  if (visit.specOnly) return { fields: renderToStaticMarkup(eligibility), form: '', summary: [] }
  const quantity = visit.query.quantity.value ?? 1
  const [answer, weights] = await Promise.all([checkWeights(visit, quantity), loadPartyWeights(visit)])
  const seats = quote && secondSeatText(quote)
  const box = { quantity, answer, given: weights !== undefined, seats, product }
  return {
    fields: renderToStaticMarkup(
      <>
        <WeightsBox {...box} />
        {eligibility}
      </>,
    ),
    form: renderToStaticMarkup(<form id={WEIGHTS_FORM} method="post" action={action} noValidate />),
    summary: refused ? summariseErrors(answer, quantity) : [],
  }
}

function summariseErrors({ error }: FormAnswer, quantity: number): SummaryItem[] {
  const { labels, fieldId } = weightsShape(quantity)
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    messages?.[0] ? [{ text: `${labels[name] ?? ''}: ${messages[0]}`, target: fieldId(name) }] : [],
  )
}
