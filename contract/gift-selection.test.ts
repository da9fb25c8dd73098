import { describe, expect, test } from 'vitest'
import {
  canToggleGift,
  findRedeemable,
  findSelectionProblem,
  findSendingProblem,
  toggleGift,
  toggleMulti,
  toggleSingle,
} from './gift-selection.ts'

const gift = (id: number, lastEmailedTo: string | null = null, fareIds = [60]) => ({
  id,
  last_emailed_to: lastEmailedTo,
  good_for_fare_ids: fareIds,
})
const [one, two, three] = [gift(1), gift(2), gift(3)]
const mailed = gift(4, 'friend@example.com')
const otherFare = gift(5, null, [70, 71])
const all = [one, two, three, mailed, otherFare]
const cart = { fareId: 60, quantity: 2, email: 'customer@example.com' }

describe('only codes valid for the chosen departure’s fare can be picked (spec section 5)', () => {
  test.each([
    ['those of the fare that were not mailed', cart, [1, 2, 3]],
    ['one of several fares', { ...cart, fareId: 71 }, [5]],
    ['none before a departure is chosen', { ...cart, fareId: null }, []],
    ['a mailed one by the one it was mailed to', { ...cart, email: 'Friend@Example.com' }, [1, 2, 3, 4]],
    ['not by somebody without an address', { ...cart, email: null }, [1, 2, 3]],
  ])('the choice follows the fare: %s', (_name, of, ids) => {
    expect(findRedeemable(all, of).map(({ id }) => id)).toEqual(ids)
  })
})

describe('toggling (spec section 4)', () => {
  test.each([
    ['nothing to one', null, 1, 1],
    ['one to another', 1, 2, 2],
    ['the same to nothing', 2, 2, null],
  ])('a single choice toggles: %s', (_name, selected, id, after) => {
    expect(toggleSingle(selected, id)).toBe(after)
  })

  test('several choices are ids in a list, in the order of choosing', () => {
    expect(toggleMulti([3], 1)).toEqual([3, 1])
    expect(toggleMulti([3, 1, 2], 1)).toEqual([3, 2])
  })

  test.each([
    ['a seat is left', one, [2], true],
    ['more than the quantity is blocked', three, [1, 2], false],
    ['a selected one stays toggleable', two, [1, 2], true],
    ['also when the quantity went down', three, [1, 2, 3], true],
    ['a mailed one cannot be selected', mailed, [], false],
    ['one mailed after it was selected can be unticked', mailed, [4], true],
    ['one of another fare cannot be selected', otherFare, [], false],
  ])('gift codes toggle: %s', (_name, card, selected, can) => {
    expect(canToggleGift(card, selected, cart)).toBe(can)
    const after = can ? toggleMulti(selected, card.id) : selected
    expect(toggleGift(card, selected, cart)).toEqual(after)
  })
})

describe('the selections that the service refuses', () => {
  test.each([
    ['nothing selected is fine', [], undefined],
    ['as many as seats', [1, 2], undefined],
    ['more gift codes than the quantity', [1, 2, 3], 'too_many'],
    ['one already mailed', [1, 4], 'emailed'],
    ['one of another fare', [5], 'other_fare'],
    ['somebody else’s', [1, 99], 'unknown'],
    ['one twice', [1, 1], 'twice'],
  ])('the service checks the selection: %s', (_name, selected, problem) => {
    expect(findSelectionProblem(all, selected, cart)).toBe(problem)
  })

  test.each([
    ['one that was not mailed', [1, 5], undefined],
    ['one already mailed', [1, 4], 'emailed'],
    ['none', [], 'nothing_selected'],
    ['somebody else’s', [99], 'unknown'],
  ])('the service checks what is sent as a gift: %s', (_name, selected, problem) => {
    expect(findSendingProblem(all, selected)).toBe(problem)
  })
})
