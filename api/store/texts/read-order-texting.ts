import { type OrderTexting } from '#contract/text.ts'
import { type ApiDeps } from '../../deps.ts'
import { maskNumber, toE164 } from '../../rules/texts/phone-number.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { findTextConsent, getConsentWords } from './text-consent.ts'
import { readNumberState } from './text-numbers.ts'

/** Whether the customer of an order gets texts, as staff read it before they send one. */
export async function readOrderTexting(
  { database: { db }, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  order: { id: number; brandId: number; phone: string | null },
): Promise<OrderTexting> {
  const brand = (await readCatalogue(db)).brands.find(({ id }) => id === order.brandId)
  const words = brand && getConsentWords(settings, brand)
  if (words === undefined) return { state: 'off', number: null, words: null }
  const consent = await findTextConsent(db, order.id)
  const phone = consent?.phone ?? toE164(order.phone)
  if (phone === undefined) return { state: 'no_number', number: null, words }
  const known = await readNumberState(db, settings, { brandId: order.brandId, phone })
  const state = known === 'usable' ? (consent ? 'agreed' : 'open') : known
  return { state, number: maskNumber(phone), words }
}
