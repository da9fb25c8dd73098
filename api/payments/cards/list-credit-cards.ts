import { and, desc, eq, gte } from 'drizzle-orm'
import { type CreditCardFields } from '#contract/credit-card.ts'
import { cardSetups } from '../../db/schema/cards.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { type AddedCard, addCreditCard, invalidCard } from './add-credit-card.ts'
import { type CreditCardRow, findCreditCards } from '../../store/payments/find-credit-card.ts'
import { isOwnShopUrl } from '../../store/is-own-address.ts'
import { openCardPage } from './open-card-page.ts'
import { settleCardSetup } from './settle-card-setup.ts'

/** After an hour only the provider's events report a card whose owner is still on another page. */
const ON_THE_WAY_MS = 60 * 60_000
const ASK_AT_MOST = 3
/** Enough for a family; a higher number suggests card testing. */
const MAX_CARDS = 10

const FOREIGN = ['Must be an address of this shop']

/**
 * Lists an account's saved cards. Pending cards are checked at the provider first, so that a
 * returning owner finds the new card; without an answer the known cards are listed.
 */
export async function listCreditCards(deps: ApiDeps, userId: number): Promise<CreditCardRow[]> {
  const { db } = deps.database
  const since = new Date(deps.clock.now().getTime() - ON_THE_WAY_MS)
  const open = await db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.userId, userId), eq(cardSetups.state, 'open'), gte(cardSetups.createdAt, since)))
    .orderBy(desc(cardSetups.createdAt))
    .limit(ASK_AT_MOST)
  for (const setup of open) {
    await settleCardSetup(deps, setup).catch((error: unknown) => {
      readProviderFailure(error)
      deps.log.warn({ setup: setup.id }, 'the payment provider gave no answer about a card')
    })
  }
  return findCreditCards(db, userId)
}

/** Saves another card, just typed or on the provider's own page. */
export async function saveCreditCard(
  deps: ApiDeps,
  userId: number,
  fields: CreditCardFields,
): Promise<AddedCard> {
  const { stripe_token: token, hosted = false, return_url: returnUrl, cancel_url: cancelUrl } = fields
  if (hosted && token !== undefined) return invalidCard({ stripe_token: ['Choose one way to add a card'] })
  if (!hosted && !token) return invalidCard({ stripe_token: ['This field is required'] })
  if (hosted && returnUrl === undefined) return invalidCard({ return_url: ['This field is required'] })
  if (!(await isOwn(deps, returnUrl))) return invalidCard({ return_url: FOREIGN })
  if (!(await isOwn(deps, cancelUrl))) return invalidCard({ cancel_url: FOREIGN })
  const cards = await findCreditCards(deps.database.db, userId)
  if (cards.length >= MAX_CARDS && !/^(seti|cs)_/.test(token ?? '')) {
    return invalidCard({ credit_card: [`You can keep ${String(MAX_CARDS)} cards. Remove one first.`] })
  }
  if (!hosted || returnUrl === undefined) return addCreditCard(deps, userId, fields)
  return openCardPage(deps, userId, { returnUrl, cancelUrl: cancelUrl ?? returnUrl })
}

const isOwn = async (deps: ApiDeps, address: string | undefined) =>
  address === undefined || (await isOwnShopUrl(deps.database.db, deps.settings, address))
