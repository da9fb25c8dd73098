import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { findConsentProblem, getConsentWords, saveTextConsent } from '../store/texts/text-consent.ts'

/**
 * Saves that the customer has just agreed to texts about an order, in the words that staff read out.
 *
 * @returns what is wrong with it; undefined when it is saved
 */
export async function saveSpokenConsent(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  { id: orderId, brandId, phone }: OrderRow,
  words: string,
  now: Date,
): Promise<FieldErrors | undefined> {
  const { brands } = await readCatalogue(tx)
  const brand = brands.find(({ id }) => id === brandId)
  const problem = findConsentProblem(
    { text_consent: words },
    brand && getConsentWords(settings, brand),
    phone,
  )
  if (!problem) await saveTextConsent(tx, { orderId, phone, words, givenTo: 'staff' }, now)
  return problem
}
