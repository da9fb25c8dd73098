import { expect, test } from 'vitest'
import { hasFilters, readSearchFilter, searchHref } from './search-query.ts'

const read = (query: string) => readSearchFilter(new URLSearchParams(query))

test('an address is parsed and written again in the shortest form', () => {
  const query = 'q=sunset&date=2026-12-05&quantity=2&place=liberty&tag=doors_off&max_price=300'
  expect(read(query)).toEqual({
    q: 'sunset',
    date: '2026-12-05',
    quantity: 2,
    place: 'liberty',
    tag: 'doors_off',
    max_price: 300,
  })
  expect(searchHref(read(query))).toBe(`/search?${query}`)
  expect(searchHref(read('q=&date=&quantity=1&place=&tag=&max_price='))).toBe('/search')
  expect(hasFilters(read('q=sunset'))).toBe(false)
  expect(hasFilters(read('q=sunset&quantity=2'))).toBe(true)
})

test('invalid values are dropped', () => {
  const nothing = {
    q: '',
    date: undefined,
    quantity: 1,
    place: undefined,
    tag: undefined,
    max_price: undefined,
  }
  expect(read('date=2026-02-30&quantity=none&place=moon&tag=free&max_price=-4')).toEqual(nothing)
  expect(read(`q=${'x'.repeat(101)}&quantity=99&max_price=1e9`)).toEqual(nothing)
})
