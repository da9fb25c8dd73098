import { expect } from 'vitest'
import { GiftReply, GiftShareOneReply } from '#contract/gift-share.ts'
import { GiftCardsReply, VouchersReply } from '#contract/tenders.ts'
import { type Account, giveGiftCard, openAccount } from './give-tenders.ts'
import { type PayingShop } from './paying-shop.ts'

/** Helpers for tests of gifts. The shop is passed as a function because it is opened later. */
export function openGiftHelpers(shop: () => PayingShop) {
  const share = (token: string | undefined, body: Record<string, unknown>) =>
    shop().call('POST', '/v1/gift_cards/share', { token, body })
  const cardsOf = async ({ token }: Account, query = '') =>
    GiftCardsReply.parse((await shop().call('GET', `/v1/gift_cards${query}`, { token })).body).gift_cards
  const papersOf = async ({ token }: Account) =>
    VouchersReply.parse((await shop().call('GET', '/v1/vouchers', { token })).body).vouchers

  /**
   * Gives a card to a friend who has an account.
   * @returns the gift as its giver sees it, and its secret
   */
  async function give(more: Record<string, unknown> = {}) {
    const [giver, friend] = [await openAccount(shop().deps), await openAccount(shop().deps)]
    const card = await giveGiftCard(shop().deps, giver.userId)
    const answer = await share(giver.token, { gift_card_ids: [card.id], recipient: friend.email, ...more })
    expect(answer.status).toBe(201)
    const id = (await cardsOf(giver)).find((one) => one.id === card.id)?.share?.id ?? 0
    return { giver, friend, card, id }
  }

  /** Returns the secret of the newest gift mailed to an address, once everything due was sent. */
  async function linkOf(to: string): Promise<string> {
    await shop().runDueNow()
    return /\/gifts\/([\w-]+)/.exec(shop().mailer.to(to).at(-1)?.text ?? '')?.[1] ?? ''
  }
  const look = (link: string) => shop().call('GET', `/v1/gifts/${link}`)
  const open = (link: string) => shop().call('POST', `/v1/gifts/${link}/open`, { body: {} })
  const giftOf = async (link: string) => GiftReply.parse((await look(link)).body).gift
  const stateOf = async ({ token }: Account, id: number) =>
    GiftShareOneReply.parse((await shop().call('GET', `/v1/gift_shares/${String(id)}`, { token })).body)
      .gift_share
  const change = ({ token }: Account, id: number, fields: Record<string, unknown>) =>
    shop().call('PATCH', `/v1/gift_shares/${String(id)}`, { token, body: { gift_share: fields } })
  const takeBack = ({ token }: Account, id: number) =>
    shop().call('POST', `/v1/gift_shares/${String(id)}/take_back`, { token, body: {} })
  const payWith = async (token: string, tenders: Record<string, unknown>) => {
    const order = await shop().order(token, 1)
    const body = {
      payment: { order_id: order.id, ...tenders, stripe_payment: { stripe_source: 'pm_card_visa' } },
    }
    return shop().call('POST', '/v1/payments', { token, body })
  }

  return { share, cardsOf, papersOf, give, linkOf, look, open, giftOf, stateOf, change, takeBack, payWith }
}
