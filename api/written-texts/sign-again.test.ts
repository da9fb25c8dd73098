import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PassengerForm, OrderPassengersReply, PassengerFormReply } from '#contract/passenger.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { WrittenTextHistoryReply, WrittenTextPreviewReply } from '#contract/written-text.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { findMissingPassengers } from '../passengers/find-missing-passengers.ts'

const MINUTE = 60_000
let shop: PayingShop
let admin: string
let order: { id: number; flights: { depart_at: string; flight_id: number }[] }
let links: string[]
let guest: string
beforeAll(async () => {
  shop = await openPayingShop()
  admin = (await openStaffMember(shop.deps, 'admin')).token
  guest = await shop.guest('party@example.com')
  const placed = await shop.order(guest, 2)
  const paid = await shop.pay(guest, placed, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
  expect(paid.status).toBe(201)
  order = await shop.read(guest, placed)
  const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, { token: guest })
  links = OrderPassengersReply.parse(body).passengers.map(({ link }) => link?.split('/').at(-1) ?? '')
}, 120_000)
afterAll(() => shop.close())

const formOf = async (link = '') =>
  PassengerFormReply.parse((await shop.call('GET', `/v1/passenger_links/${link}`)).body).passenger_form
const sign = async (link: string | undefined, full_name: string) => {
  const { waiver_text } = await formOf(link)
  const waiver = { version: waiver_text?.version, signature: full_name, accepted: true }
  const body = { passenger_form: { full_name, weight: 150, waiver } }
  const signed = await shop.call('PUT', `/v1/passenger_links/${link ?? ''}`, { body })
  expect(signed.status, JSON.stringify(signed.body)).toBe(200)
}
const words = (body: string, was: number, more: Record<string, unknown>) => {
  const brands = [{ brand_id: 1, version_was: was }]
  const written_text = { name: 'waiver', title: 'Waiver', summary: 'In short', body, brands, ...more }
  return { token: admin, body: { written_text } }
}
const save = async (body: string, was: number, sign_again: boolean) => {
  const sent = words(body, was, { note: 'Why', sign_again })
  expect((await shop.call('POST', '/v1/written_text_versions', sent)).status).toBe(201)
}
const effect = async (was: number, publish_at: string | null = null) => {
  const { body } = await shop.call('POST', '/v1/written_text_previews', words('Other.', was, { publish_at }))
  return WrittenTextPreviewReply.parse(body).written_text_preview.brands[0]?.waiver
}
const missing = async () => (await findMissingPassengers(shop.deps, order.id)).map(({ name }) => name)
const departs = () => Date.parse(order.flights[0]?.depart_at ?? '')
const signedOf = async () => {
  const { body } = await shop.call('GET', '/v1/written_texts/1/waiver', { token: admin })
  const { written_text_versions: versions, signed_of_files: files } = WrittenTextHistoryReply.parse(body)
  return [...versions.map(({ signed }) => signed), files]
}
const waiverOf = ({ waiver, sign_again, waiver_text }: PassengerForm) => [
  ...[waiver?.version ?? null, sign_again, waiver_text?.version],
]

test('a preview counts the copies that stay and the guests who fly later', async () => {
  expect(await effect(0)).toEqual({ version_was: 0, signed: 0, flying: 0 })
  await sign(links[0], 'Ada Lind')
  expect(await effect(0)).toEqual({ version_was: 0, signed: 1, flying: 1 })
  const after = new Date(departs() + MINUTE).toISOString()
  expect(await effect(0, after)).toEqual({ version_was: 0, signed: 1, flying: 0 })
})

test('signatures hold when a waiver changes, unless it asks to sign again', async () => {
  await sign(links[1], 'Ben Lind')
  await save('The first of ours.', 0, false)
  expect(waiverOf(await formOf(links[0]))).toEqual([WAIVER_VERSION, false, WAIVER_VERSION])
  expect(await missing()).toEqual([])
  expect(await signedOf()).toEqual([0, 2])

  shop.clock.advance(1)
  await save('The second of ours.', 1, true)
  expect(waiverOf(await formOf(links[0]))).toEqual([null, true, '1.2'])
  expect(await missing()).toEqual(['Ada Lind', 'Ben Lind'])
  expect(await effect(2)).toEqual({ version_was: 2, signed: 0, flying: 0 })
})

test('whoever signs again is done, and the former copy stays', async () => {
  await sign(links[0], 'Ada Lind')
  expect(waiverOf(await formOf(links[0]))).toEqual(['1.2', false, '1.2'])
  expect(await missing()).toEqual(['Ben Lind'])
  expect(await signedOf()).toEqual([1, 0, 2])
  const manifest = await shop.call('GET', `/v1/flights/${String(order.flights[0]?.flight_id)}/manifest`, {
    token: admin,
  })
  expect(
    JSON.stringify(manifest.body)
      .match(/"waiver_signed":(true|false)/g)
      ?.toSorted(),
  ).toEqual(['"waiver_signed":false', '"waiver_signed":true'])
  const file = await shop.call('GET', `/v1/orders/${String(order.id)}/file`, { token: admin })
  const { passengers, history } = OrderFileReply.parse(file.body).file
  expect(passengers.map(({ waiver_signed_at: at }) => at !== null)).toEqual([true, false])
  expect(
    JSON.stringify(history)
      .match(/\w+ Lind signed the waiver/g)
      ?.toSorted(),
  ).toEqual(['Ada Lind signed the waiver', 'Ada Lind signed the waiver', 'Ben Lind signed the waiver'])
})

test('a later version that asks nobody leaves what was signed for it', async () => {
  await save('The third of ours.', 2, false)
  expect(waiverOf(await formOf(links[0]))).toEqual(['1.2', false, '1.2'])
  // Whoever has not signed since the second reads the third.
  expect(waiverOf(await formOf(links[1]))).toEqual([null, true, '1.3'])
})

test('who flew before a waiver that asks to sign again is not asked', async () => {
  shop.clock.set(new Date(departs() + MINUTE))
  admin = (await openStaffMember(shop.deps, 'admin')).token
  await save('The fourth of ours.', 3, true)
  expect(waiverOf(await formOf(links[0]))).toEqual(['1.2', false, '1.2'])
})
