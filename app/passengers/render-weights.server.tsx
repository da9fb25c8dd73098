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
 * The weights' fields and who may fly, for the page "When", as HTML: its script has no room for
 * them. The fields stand in the form of the page, but belong to one of their own, so that they
 * never get into its address.
 *
 * @param action where the weights go: this page, with its query
 */
export async function renderWeights(
  visit: Visit,
  product: Product,
  quote: Quote | undefined,
  action: string,
): Promise<{ fields: string; form: string }> {
  const who = <Eligibility product={product} />
  if (visit.specOnly) return { fields: renderToStaticMarkup(who), form: '' }
  const [typed, weights] = await Promise.all([loadDraft(visit), loadPartyWeights(visit)])
  const seats = quote && secondSeatText(quote)
  const quantity = visit.query.quantity.value ?? 1
  const box = { quantity, typed, given: weights !== undefined, seats, product }
  return {
    fields: renderToStaticMarkup(
      <>
        <WeightsBox {...box} />
        {who}
      </>,
    ),
    form: renderToStaticMarkup(<form id={WEIGHTS_FORM} method="post" action={action} noValidate />),
  }
}

/** Why weights are asked, what they may cost, and who may fly, for the page "Who and pay". */
export const renderPassengerNote = (product: Product, quote: Quote | undefined): string =>
  renderToStaticMarkup(<PassengerNote product={product} seats={quote && secondSeatText(quote)} />)
