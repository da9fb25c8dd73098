import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partyHistories, openPartySandbox, type PartySandbox } from '#tests/support/party-histories.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { HISTORY_RUNS } from '#tests/support/property-runs.ts'

let shop: PayingShop
let ground: PartySandbox
beforeAll(async () => {
  shop = await openPayingShop()
  ground = await openPartySandbox(shop)
})
afterAll(() => shop.close())

test('an order whose passengers all stay home counts no pounds, though a second seat is left', async () => {
  await ground.live([
    { kind: 'sale', at: 0, weights: [null, 276], named: 2, whole: false },
    { kind: 'correction', order: 0, person: 1, weight: 120 },
    { kind: 'refund', order: 0, people: [1, 0], alsoSecond: false },
  ])
  expect(await ground.disagreements()).toEqual([])
  await ground.clear()
})

test(
  'manifests, seats, passengers and order lines agree after any history of changes',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc
        .asyncProperty(partyHistories, async (history) => {
          for (const one of history) {
            await ground.live([one])
            expect(await ground.disagreements()).toEqual([])
          }
          await ground.clear()
          expect(await ground.disagreements()).toEqual([])
        })
        .afterEach(() => ground.clear()),
      { numRuns: HISTORY_RUNS },
    )
  },
)
