import { type Page } from 'playwright/test'
import { expect, type ExpectedPurchases } from './audited-browser.ts'
import { fillPayPageForOne, type FoundFlight, readOrderId, seatsLeft } from './buyer.ts'
import { type RunningShop } from './start-shop.ts'

/** A test's page, its shop, and the buyer's expected orders and charges. */
export interface CardBuyer {
  page: Page
  shop: RunningShop
  owed: ExpectedPurchases[]
}

/**
 * Fills in everything but the card. No other buyer has the e-mail address, so that the orders can
 * be counted.
 */
export async function fillAll(
  { page, shop, owed }: CardBuyer,
  who: string,
  more: Partial<ExpectedPurchases> = {},
) {
  const email = `${who}@card.example.com`
  owed.push({ email, paid: 1, ...more })
  return { flight: await fillPayPageForOne(page, shop, email), email }
}

/** Lists the tickets mailed to an address. */
export const ticketsTo = async (shop: RunningShop, email: string) =>
  (await shop.mails(email)).filter(({ subject }) => subject.includes('booked'))

/** Checks that the ticket shows, the seats are sold once and one mail is on its way. */
export async function expectBooked(
  { page, shop }: CardBuyer,
  flight: FoundFlight,
  email: string,
): Promise<void> {
  await expect(page).toHaveURL(/\/order-confirmation/)
  const id = await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
  await expect.poll(async () => (await ticketsTo(shop, email)).length).toBe(1)
  expect(shop.log().filter((line) => line['msg'] === 'order paid' && line['order'] === id)).toHaveLength(1)
}
