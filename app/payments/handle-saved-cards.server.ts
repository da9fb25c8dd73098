import { z } from 'zod'
import { type CreditCard, CreditCardReply, CreditCardsReply } from '#contract/credit-card.ts'
import { readForm, SentId, SentText } from '../ui/form/sent-values.server.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { type SavedCardsPageProps } from './saved-cards-page.tsx'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

/** Whoever is logged in. */
interface Holder {
  userApi: ApiClient
  userId: number
  brandId: number
}

const PATH = '/account/cards'
const cardsPath = ({ userId }: Holder) => `/v1/users/${String(userId)}/credit_cards`
const cardPath = (holder: Holder, card: number) => `${cardsPath(holder)}/${String(card)}`

/** Undefined for visitors and guests, who have no cards. */
export function findCardHolder({ userApi, user, brand }: Visit): Holder | undefined {
  return userApi && user ? { userApi, userId: user.id, brandId: brand.id } : undefined
}

const NOTICES: Readonly<Record<string, string>> = {
  added: 'Your card is saved.',
  default: 'This card is offered first from now on.',
  removed: 'The card is removed.',
}

/**
 * Loads the page. On the return from the provider's page, the result of saving the card is read
 * first.
 */
export async function loadSavedCards(
  holder: Holder,
  query: URLSearchParams,
  now: Date,
): Promise<SavedCardsPageProps | { elsewhere: string }> {
  const session = query.get('session_id') ?? ''
  const came = /^cs_\w{1,180}$/.test(session) ? await learnCard(holder, session) : undefined
  if (came && 'elsewhere' in came) return came
  const listed = await holder.userApi.get(cardsPath(holder), CreditCardsReply, {
    query: { brand_id: holder.brandId },
  })
  const cards = listed.ok ? sortCards(listed.data.credit_cards) : undefined
  const leaving = cards?.find(({ id }) => String(id) === query.get('remove'))
  const notice = NOTICES[query.get('done') ?? '']
  return { cards, leaving, notice, problem: came?.problem, now: now.toISOString() }
}

const sortCards = (cards: CreditCard[]) => cards.toSorted((a, b) => Number(b.default) - Number(a.default))

async function learnCard(
  holder: Holder,
  session: string,
): Promise<{ elsewhere: string } | { problem?: string }> {
  const result = await holder.userApi.post(cardsPath(holder), CreditCardReply, {
    query: { brand_id: holder.brandId },
    body: { stripe_token: session },
    idempotencyKey: `back ${session}`,
  })
  if (!result.ok) return { problem: cardProblem(result) }
  return result.data.credit_card ? { elsewhere: `${PATH}?done=added` } : {}
}

/** The message in the response's `credit_card[0]` without its brackets (spec section 8). */
const cardProblem = (refusal: ApiResult<unknown> & { ok: false }): string =>
  refusal.status === 404 ? 'This card is not there any more.' : checkoutMessage(refusal)

export type SavedCardsAnswer = { location: string } | { status: number; problem: string }

const CardButtons = z.object({ intent: SentText, card: SentId })

/** Does what the pressed button asks for. */
export async function handleSavedCards(
  visit: Visit,
  holder: Holder,
  request: Request,
): Promise<SavedCardsAnswer> {
  const { intent, card } = readForm(await request.formData(), CardButtons)
  switch (intent) {
    case 'add':
      return addCard(visit, holder, request)
    case 'default': {
      if (card === undefined) return { location: PATH }
      const body = { credit_card: { default: true } }
      return answerCards(
        await holder.userApi.patch(cardPath(holder, card), CreditCardReply, { body }),
        'default',
      )
    }
    case 'remove':
      if (card === undefined) return { location: PATH }
      return answerCards(await holder.userApi.delete(cardPath(holder, card)), 'removed')
    default:
      return { location: PATH }
  }
}

async function addCard(visit: Visit, holder: Holder, request: Request): Promise<SavedCardsAnswer> {
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const result = await holder.userApi.post(cardsPath(holder), CreditCardReply, {
    query: { brand_id: holder.brandId },
    body: { hosted: true, return_url: `${origin}${PATH}`, cancel_url: `${origin}${PATH}` },
    idempotencyKey: crypto.randomUUID(),
  })
  if (!result.ok) return refuseCards(result)
  return { location: result.data.redirect_url ?? PATH }
}

const answerCards = (result: ApiResult<unknown>, done: string): SavedCardsAnswer =>
  result.ok ? { location: `${PATH}?done=${done}` } : refuseCards(result)

const refuseCards = (result: ApiResult<unknown> & { ok: false }): SavedCardsAnswer => ({
  status: [401, 403].includes(result.status) ? 409 : result.status,
  problem: cardProblem(result),
})
