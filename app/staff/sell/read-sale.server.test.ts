import { expect, test } from 'vitest'
import { saleForm } from './read-sale.server.ts'

test('the form of a sale is made once for each kind, choice of upgrades and party', () => {
  const form = saleForm('seat', [3, 4], 2)
  expect(saleForm('seat', [3, 4], 2)).toBe(form)
  expect(saleForm('flight', [3, 4], 2)).not.toBe(form)
  expect(saleForm('seat', [3], 2)).not.toBe(form)
  expect(saleForm('seat', [3, 4], 1)).not.toBe(form)
})

test('at most a hundred forms of a sale are kept', () => {
  const form = saleForm('seat', [], 1)
  for (let upgrade = 1; upgrade < 100; upgrade++) saleForm('seat', [upgrade], 1)
  for (let upgrade = 100; upgrade < 200; upgrade++) saleForm('seat', [upgrade], 1)
  expect(saleForm('seat', [], 1)).not.toBe(form)
})
