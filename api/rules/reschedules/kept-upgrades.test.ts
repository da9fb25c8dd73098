import { expect, test } from 'vitest'
import { listKeptUpgrades } from './kept-upgrades.ts'

const line = (kind: 'seat' | 'upgrade', subjectId: number | null, quantity: number) => ({
  ...{ kind, subjectId, quantity, rule: kind },
  ...{ unitCents: 1_000, amountCents: 1_000 * quantity },
})

test('extras are kept until every piece is given back, from whichever line', () => {
  const lines = [line('seat', null, 2), line('upgrade', 1, 2), line('upgrade', 5, 1), line('upgrade', 1, 1)]
  const back = (position: number, quantity: number) => ({ position, quantity, amountCents: 0 })
  expect(listKeptUpgrades({ lines, returnedUnits: [] })).toEqual([1, 5])
  expect(listKeptUpgrades({ lines, returnedUnits: [back(1, 2), back(0, 2)] })).toEqual([1, 5])
  expect(listKeptUpgrades({ lines, returnedUnits: [back(1, 1), back(1, 1), back(3, 1)] })).toEqual([5])
})
