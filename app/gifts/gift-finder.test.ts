import { expect, test } from 'vitest'
import {
  rankGifts,
  type GiftCandidate,
  giftFinderHref,
  hasGiftFilter,
  readGiftFilter,
  findRelaxations,
} from './gift-finder.ts'

const gift = (id: number, total: number, facts: Partial<GiftCandidate> = {}): GiftCandidate => ({
  ...{ fare: { id, name: `Fare ${String(id)}` }, product: id, cards: 1, total },
  ...{ doorsOff: false, forPictures: false, minAge: 0, wheelchair: true, sunset: false, night: false },
  ...facts,
})
const open = gift(1, 200, { doorsOff: true, minAge: 10, wheelchair: false })
const calm = gift(2, 120)
const copper = gift(3, 300, { sunset: true })
const lamps = gift(4, 250, { night: true, minAge: 8, doorsOff: true })
const lens = gift(5, 550, { doorsOff: true, forPictures: true, minAge: 16 })
const all = [open, calm, copper, lamps, lens]

const read = (query: string) => readGiftFilter(new URLSearchParams(query))
const fits = (query: string) => rankGifts(all, read(query)).map(({ fare }) => fare.id)

test('answers are read from an address and written in the shortest form, without invalid values', () => {
  const query = 'for=love&guests=2&budget=500&mood=sunset'
  expect(read(query)).toEqual({ for: 'love', guests: 2, budget: 500, mood: 'sunset' })
  expect(giftFinderHref(read(query))).toBe(`/gift-finder?${query}`)
  expect(giftFinderHref(read('for=cat&guests=99&budget=free&mood=&guests='))).toBe('/gift-finder')
  expect(hasGiftFilter(new URLSearchParams('for=&guests=1&budget=&mood='))).toBe(true)
  expect(hasGiftFilter(new URLSearchParams('utm_source=news'))).toBe(false)
})

test('gifts match recipient, mood and budget, sorted by liking and then by price', () => {
  expect(fits('')).toEqual([2, 1, 4, 3, 5])
  expect(fits('for=love')).toEqual([3, 2, 1, 4, 5])
  expect(fits('for=friend')).toEqual([1, 4, 5, 2, 3])
  expect(fits('for=parents')).toEqual([2, 3])
  expect(fits('for=child')).toEqual([2, 3])
  expect(fits('for=camera')).toEqual([5, 1, 4])
  expect(fits('for=wheelchair')).toEqual([2, 4, 3, 5])
  expect(fits('mood=night')).toEqual([4])
  expect(fits('mood=thrill&budget=250')).toEqual([1, 4])
  expect(fits('mood=calm&budget=120')).toEqual([2])
})

test('where no gift matches, only relaxations that lead to one are offered, with the lowest price', () => {
  const alone = all.map((one) => ({ ...one, total: one.total / 2 }))
  const ways = (query: string) =>
    findRelaxations(all, alone, read(query)).map(({ omitted, from }) => [omitted, from])
  expect(ways('for=love&mood=sunset&budget=150&guests=2')).toEqual([
    ['budget', 300],
    ['mood', 120],
    ['guests', 150],
  ])
  expect(ways('for=child&mood=thrill')).toEqual([
    ['mood', 120],
    ['for', 200],
  ])
  expect(ways('for=child&mood=thrill&budget=100')).toEqual([])
})
