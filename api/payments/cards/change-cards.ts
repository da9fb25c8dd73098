import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { creditCards } from '../../db/schema/cards.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import {
  type CreditCardRow,
  findCreditCard,
  findCreditCards,
  lockCards,
} from '../../store/payments/find-credit-card.ts'
import { detachCard } from './save-card.ts'

type Deps = Pick<ApiDeps, 'database' | 'clock' | 'stripe'>
export type CardChangeResult =
  { ok: true; card: CreditCardRow } | { ok: false; reason: 'not_found' | 'payment_provider_unavailable' }

/** Makes a card the default. */
export async function chooseDefaultCard(
  { database }: Pick<ApiDeps, 'database'>,
  userId: number,
  cardId: number,
): Promise<CardChangeResult> {
  return database.db.transaction(async (tx) => {
    await lockCards(tx, userId)
    if (!(await findCreditCard(tx, userId, cardId))) return { ok: false, reason: 'not_found' } as const
    const card = await makeDefault(tx, userId, cardId)
    return card ? { ok: true, card } : ({ ok: false, reason: 'not_found' } as const)
  })
}

/**
 * Removes a card of the account, at the provider first, so that a hidden card can never be charged.
 */
export async function removeCard(deps: Deps, userId: number, cardId: number): Promise<CardChangeResult> {
  const card = await findCreditCard(deps.database.db, userId, cardId)
  if (!card) return { ok: false, reason: 'not_found' }
  try {
    await detachCard(deps, card.reference)
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  await eraseCard(deps, card)
  return { ok: true, card }
}

/** Hides a card that was removed at the provider; the newest remaining card becomes the default. */
export async function eraseCard(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  { id, userId }: Pick<CreditCardRow, 'id' | 'userId'>,
): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    await lockCards(tx, userId)
    await tx
      .update(creditCards)
      .set({ removedAt: deps.clock.now(), isDefault: false })
      .where(and(eq(creditCards.id, id), isNull(creditCards.removedAt)))
    const [next, ...others] = await findCreditCards(tx, userId)
    if (next && ![next, ...others].some((one) => one.isDefault)) await makeDefault(tx, userId, next.id)
  })
}

async function makeDefault(tx: Tx, userId: number, cardId: number): Promise<CreditCardRow | undefined> {
  await tx
    .update(creditCards)
    .set({ isDefault: false })
    .where(and(eq(creditCards.userId, userId), eq(creditCards.isDefault, true)))
  const [card] = await tx
    .update(creditCards)
    .set({ isDefault: true })
    .where(eq(creditCards.id, cardId))
    .returning()
  return card
}
