import { findShopBrand, shopBrands } from '#brands/index.ts'
import frauncesUrl from '../assets/fonts/fraunces-opsz96-latin.woff2?url'
import outfitUrl from '../assets/fonts/outfit-latin-wght-normal.woff2?url'
import { type ShellData } from './shell-data.ts'

/** The display face is seen first and largest; the other faces may follow. */
const FACES = { fraunces: frauncesUrl, outfit: outfitUrl }
const MARKS = import.meta.glob<string>('/brands/*/mark.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** What the document itself needs of a brand's theme. */
export function getPageTheme(brandId: number): ShellData['theme'] {
  const { id, face, facts, pictures } = findShopBrand(brandId)
  const mark =
    MARKS[`/brands/${facts.slug}/mark.svg`] ?? MARKS[`/brands/${shopBrands[0].facts.slug}/mark.svg`]
  return { name: String(id), face: FACES[face], mark: mark ?? '', plain: pictures.plain }
}
