import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPartSandbox, partHistories, type PartSandbox } from '#tests/support/part-histories.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { HISTORY_RUNS } from '#tests/support/property-runs.ts'

let shop: PayingShop
let ground: PartSandbox
beforeAll(async () => {
  shop = await openPayingShop()
  ground = await openPartSandbox(shop)
})
afterAll(() => shop.close())

// A failure names its seed, which `fc.assert` takes to repeat it.
test(
  'ledger, seats and amounts due agree after any history of sales in parts',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc
        .asyncProperty(partHistories, async (history) => {
          await ground.live(history)
          expect(await ground.disagreements()).toEqual([])
          await ground.clear()
          expect(await ground.disagreements()).toEqual([])
        })
        .afterEach(() => ground.clear()),
      { numRuns: HISTORY_RUNS },
    )
  },
)
