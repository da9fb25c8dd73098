import { type Product, type ProductCategory } from '#contract/catalogue.ts'

/**
 * The flights of the front page: those of the featured categories (spec section 3), in the order of
 * the categories, each once. Without categories all flights are featured.
 */
export function featuredProducts<P extends Pick<Product, 'id'>>(
  products: readonly P[],
  categories: readonly ProductCategory[] | undefined,
): P[] {
  if (!categories) return [...products]
  const ids = categories
    .filter((category) => category.show_on_homepage)
    .sort((a, b) => a.position - b.position)
    .flatMap((category) => category.product_ids)
  return [...new Set(ids)].flatMap((id) => products.find((product) => product.id === id) ?? [])
}

/**
 * The width of each card in a list: seven and five columns, then rows of three. One or two
 * remaining cards fill their row.
 */
export function cardWidth(index: number, count: number): 'lead' | 'second' | 'third' | 'half' | 'full' {
  if (count === 1) return 'full'
  if (index === 0) return 'lead'
  if (index === 1) return 'second'
  const rest = (count - 2) % 3
  const inRest = index >= count - rest
  if (inRest && rest === 1) return 'full'
  return inRest && rest === 2 ? 'half' : 'third'
}
