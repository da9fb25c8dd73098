import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { PartyReply, SeatPickReply } from '#contract/party.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { type Account } from '../support/give-tenders.ts'
import { sellOrder } from '../support/sold-order.ts'

let racing: RacingShop
beforeAll(async () => {
  racing = await openRacingShop()
})
afterAll(() => racing.close())

const lastOf = (link: string | null | undefined) => new URL(link ?? '').pathname.split('/').at(-1) ?? ''

async function partyOf({ token }: Account, orderId: number) {
  const listed = await racing.shop.call('GET', `/v1/orders/${String(orderId)}/passengers`, { token })
  const { party_url: url } = OrderPassengersReply.parse(listed.body)
  const path = `/v1/party_links/${lastOf(url)}`
  const { party } = PartyReply.parse((await racing.shop.call('GET', path)).body)
  return { path, seats: party.seats }
}

test('of four phones that pick the same guest at once, one gets it and the others what is left', async () => {
  const { shop } = racing
  for (let round = 1; round <= 5; round += 1) {
    const { buyer, order } = await sellOrder(shop, { seats: 2 })
    const { path, seats } = await partyOf(buyer, order.id)
    const [wanted, left] = seats
    const picks = await Promise.all(
      [1, 2, 3, 4].map((phone) => {
        const seat_pick = { passenger_id: wanted?.id, key: `the-page-of-phone-${String(phone)}` }
        return shop.call('POST', `${path}/picks`, { body: { seat_pick } })
      }),
    )
    expect(picks.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const won = picks.filter(({ status }) => status === 201)
    expect(won.map(({ body }) => SeatPickReply.parse(body).seat_pick.link)).toHaveLength(1)
    for (const { body } of picks.filter(({ status }) => status === 409)) {
      expect(PartyReply.parse(body).party.seats.map(({ id }) => id)).toEqual([left?.id])
    }
  }
})
