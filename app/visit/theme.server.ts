import { findShopBrand, shopBrands } from '#brands/index.ts'
import frauncesSheet from '../styles/fonts-fraunces.css?url'
import outfitSheet from '../styles/fonts-outfit.css?url'
import { type ShellData } from './shell-data.ts'

/** The style sheet of a brand's fonts, by its display face. */
const FONT_SHEETS = { fraunces: frauncesSheet, outfit: outfitSheet }
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
  return { name: String(id), fontSheet: FONT_SHEETS[face], mark: mark ?? '', plain: pictures.plain }
}
