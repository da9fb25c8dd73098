import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findShopBrand, shopBrands } from './index.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const readTheme = (slug: string) => readFileSync(join(import.meta.dirname, slug, 'theme.css'), 'utf8')

/** The value of a token in the light theme, or in the dark one below it. */
function tokenOf(css: string, name: string, dark: boolean): string | undefined {
  const [light = '', night = ''] = css.split('@media (prefers-color-scheme: dark)')
  return new RegExp(`--${name}: ([^;]+);`).exec(dark ? night : light)?.[1]?.toUpperCase()
}

const TOKENS = {
  canvas: 'canvas',
  surface: 'surface',
  ink: 'ink',
  inkMuted: 'ink-muted',
  line: 'line',
  primary: 'primary',
  onPrimary: 'on-primary',
  link: 'link',
} as const

describe('the brands with a folder of their own', () => {
  test('every folder is in the list, under its slug, and no id is there twice', () => {
    expect(shopBrands.map(({ facts }) => facts.slug).sort()).toEqual(folders.sort())
    expect(new Set(shopBrands.map(({ id }) => id)).size).toBe(shopBrands.length)
  })

  test('every theme sets the same tokens as the first one, for its own id', () => {
    const tokensOf = (css: string) => [...new Set(css.match(/--[\w-]+(?=:)/g))].sort()
    const [first, ...others] = shopBrands.map(({ id, facts }) => ({ id, css: readTheme(facts.slug) }))
    for (const { id, css } of others) {
      expect(tokensOf(css)).toEqual(tokensOf(first?.css ?? ''))
      expect(new Set(css.match(/\[data-brand='\d+'\]/g))).toEqual(new Set([`[data-brand='${String(id)}']`]))
    }
  })

  test('mails have the colours of the pages', () => {
    for (const { facts, mails } of shopBrands)
      for (const [name, token] of Object.entries(TOKENS) as [keyof typeof TOKENS, string][]) {
        const css = readTheme(facts.slug)
        const wanted = [tokenOf(css, token, false), tokenOf(css, token, true)]
        expect([mails[name].toUpperCase(), mails.dark[name].toUpperCase()], `${facts.slug} ${token}`).toEqual(
          wanted,
        )
      }
  })

  test('a brand without a folder looks like the first one', () => {
    expect([findShopBrand(999), findShopBrand(undefined)]).toEqual([shopBrands[0], shopBrands[0]])
  })
})
