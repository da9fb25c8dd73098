import { describe, expect, test } from 'vitest'
import { cardWidth, featuredProducts } from './featured-products.ts'

const products = [{ id: 6 }, { id: 7 }, { id: 8 }]
const category = (position: number, show_on_homepage: boolean, product_ids: number[]) => ({
  ...{ id: position, name: 'City', slug: 'city', position, show_on_homepage, product_ids },
})

describe(featuredProducts, () => {
  test('the front page shows only the featured categories, in their order', () => {
    const categories = [category(3, true, [7]), category(1, true, [8]), category(2, false, [6])]
    expect(featuredProducts(products, categories)).toEqual([{ id: 8 }, { id: 7 }])
  })

  test('the front page shows a flight of two categories once, and none that the brand does not sell', () => {
    const categories = [category(1, true, [6, 99]), category(2, true, [6, 7])]
    expect(featuredProducts(products, categories)).toEqual([{ id: 6 }, { id: 7 }])
  })

  test('the front page shows all flights if there are no categories', () => {
    expect(featuredProducts(products, undefined)).toEqual(products)
  })
})

describe(cardWidth, () => {
  test.each([
    [1, 'full'],
    [2, 'lead second'],
    [3, 'lead second full'],
    [4, 'lead second half half'],
    [5, 'lead second third third third'],
    [6, 'lead second third third third full'],
    [7, 'lead second third third third half half'],
  ])('%i cards have the widths %s', (count, widths) => {
    expect(Array.from({ length: count }, (_, index) => cardWidth(index, count)).join(' ')).toBe(widths)
  })
})
