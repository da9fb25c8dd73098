import { renderToStaticMarkup } from 'react-dom/server'
import { type Product } from '#contract/catalogue.ts'
import { type Quote } from '#contract/quote.ts'
import { Eligibility } from '../catalogue/eligibility.tsx'
import { PassengerNote } from './passenger-note.tsx'
import { secondSeatText } from './second-seat-text.ts'
import { WEIGHTS_FORM, WeightsBox } from './weights-box.tsx'
import { loadDraft } from '../visit/draft.server.ts'
import { loadPartyWeights } from './party-weights.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * The fields for weights and who may fly, for the page "When", as HTML, so that its script stays
 * small. The fields are inside of the page's form but belong to another one, so that weights never
 * appear in its address.
 *
 * @param action this page with its query, which the weights are submitted to
 */
export async function renderWeights(
  visit: Visit,
  product: Product,
  quote: Quote | undefined,
  action: string,
): Promise<{ fields: string; form: string }> {
  const eligibility = <Eligibility product={product} />
  if (visit.specOnly) return { fields: renderToStaticMarkup(eligibility), form: '' }
  const [typed, weights] = await Promise.all([loadDraft(visit), loadPartyWeights(visit)])
  const seats = quote && secondSeatText(quote)
  const quantity = visit.query.quantity.value ?? 1
  const box = { quantity, typed, given: weights !== undefined, seats, product }
  return {
    fields: renderToStaticMarkup(
      <>
        <WeightsBox {...box} />
        {eligibility}
      </>,
    ),
    form: renderToStaticMarkup(<form id={WEIGHTS_FORM} method="post" action={action} noValidate />),
  }
}

/** Why weights are asked, what they may cost, and who may fly, for the page "Who and pay". */
export const renderPassengerNote = (product: Product, quote: Quote | undefined): string =>
  renderToStaticMarkup(<PassengerNote product={product} seats={quote && secondSeatText(quote)} />)
