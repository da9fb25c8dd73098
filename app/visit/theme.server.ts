import { findShopBrand, shopBrands } from '#brands/index.ts'
import frauncesUrl from '../assets/fonts/fraunces-core.woff2?url'
import manropeUrl from '../assets/fonts/manrope-core.woff2?url'
import outfitUrl from '../assets/fonts/outfit-core.woff2?url'
import sourceSansUrl from '../assets/fonts/source-sans-3-core.woff2?url'
import frauncesSheet from '../styles/fonts-fraunces.css?url'
import outfitSheet from '../styles/fonts-outfit.css?url'
import { type ShellData } from './shell-data.ts'

/** The fonts of a brand, by its display face. The files hold the characters of almost every text. */
const FONTS = {
  fraunces: { fontSheet: frauncesSheet, fonts: [frauncesUrl, manropeUrl] },
  outfit: { fontSheet: outfitSheet, fonts: [outfitUrl, sourceSansUrl] },
}
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
  return { name: String(id), ...FONTS[face], mark: mark ?? '', plain: pictures.plain }
}
