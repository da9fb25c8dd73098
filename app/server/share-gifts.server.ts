import { GiftShareReply } from '#contract/gift-share.ts'
import { GiftCardsReply } from '#contract/tenders.ts'
import { CHECKOUT_TEXT, FALLBACK } from '../checkout/messages.ts'
import { isFree } from '../gifts/gift-list-page.tsx'
import { type GiftSharePageProps } from '../gifts/gift-share-page.tsx'
import { type ApiClient } from './api-client.server.ts'

/** Whoever is logged in. */
export interface Giver {
  own: ApiClient
  user: { id: number }
}

const MOST = 60
export const idsOf = (values: readonly unknown[]): number[] =>
  [...new Set(values.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST)

/** Of the asked gift cards those that are the giver's own and can be sent; the others are as if not named. */
export async function loadGiftShare(
  { own, user }: Giver,
  ids: readonly number[],
  said: Partial<Omit<GiftSharePageProps, 'cards'>> = {},
): Promise<GiftSharePageProps> {
  const listed = await own.get('/v1/gift_cards', GiftCardsReply, {
    query: { purchaser_id: user.id, page_size: 100, sort: '-created_at' },
  })
  const own100 = listed.ok ? listed.data.gift_cards : []
  const cards = own100.filter((card) => ids.includes(card.id) && isFree(card))
  return { cards, typed: { recipient: '', message: '' }, problems: {}, failure: undefined, ...said }
}

export type ShareAnswer = { location: string } | { status: number; page: GiftSharePageProps }

/** Sends them, or shows the page again with what is wrong; nothing typed is lost. */
export async function sendGifts(giver: Giver, form: FormData): Promise<ShareAnswer> {
  const ids = idsOf(form.getAll('ids'))
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const typed = { recipient: text('recipient').trim().slice(0, 254), message: text('message').slice(0, 2000) }
  const refuse = async (
    status: number,
    said: Partial<Pick<GiftSharePageProps, 'problems' | 'failure'>>,
  ): Promise<ShareAnswer> => ({ status, page: await loadGiftShare(giver, ids, { typed, ...said }) })
  if (ids.length === 0) return refuse(422, {})
  if (typed.recipient === '') return refuse(422, { problems: { recipient: CHECKOUT_TEXT.required } })
  const body = { gift_card_ids: ids, recipient: typed.recipient, message: typed.message.trim() || null }
  const result = await giver.own.post('/v1/gift_cards/share', GiftShareReply, { body })
  if (result.ok) return { location: '/account/gift-cards?done=sent' }
  const { recipient, message, gift_card_ids: cards } = result.errors
  const problems = {
    ...(recipient?.[0] ? { recipient: recipient[0] } : {}),
    ...(message?.[0] ? { message: message[0] } : {}),
  }
  if (Object.keys(problems).length > 0) return refuse(422, { problems })
  const gone = result.status === 404 ? 'One of these gift cards is not yours to send any more.' : undefined
  const status = [401, 403, 404].includes(result.status) ? 409 : result.status
  return refuse(status, { failure: cards?.[0] ?? gone ?? (result.message || FALLBACK) })
}
