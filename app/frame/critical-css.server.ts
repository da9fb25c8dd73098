import { createHash } from 'node:crypto'
import { renderBannerStyleSheet } from '../campaigns/banner-stylesheet.server.ts'
import { parseRules, type StyleRule } from './style-rules.server.ts'

/** The style sheets of content pages. A page with another one waits for its sheets, as usual. */
const texts = import.meta.glob<string>(
  '../styles/{fonts-*,site,front-page,product-page,slug-pages,search,reading,promises,club,form-pages}.css',
  { query: '?inline', import: 'default', eager: true },
)
const addresses = import.meta.glob<string>(
  '../styles/{fonts-*,site,front-page,product-page,slug-pages,search,reading,promises,club,form-pages}.css',
  { query: '?url', import: 'default', eager: true },
)

const BANNER = '/campaigns/banner.css?'
const FONTS = '/fonts-'

const sheets = new Map<string, string>()
for (const [file, text] of Object.entries(texts)) sheets.set(addresses[file] ?? '', text)

/** Returns the text of a style sheet by its address; undefined if the page has to wait for it. */
const readSheet = (href: string): string | undefined =>
  href.startsWith(BANNER)
    ? renderBannerStyleSheet(new URLSearchParams(href.slice(BANNER.length)))
    : sheets.get(href)

/** Pages use all rules of these sheets, so the file itself is never loaded. */
const isWhole = (href: string): boolean => href.startsWith(BANNER) || href.includes(FONTS)

const SHEET_LINK = /<link rel="stylesheet" href="([^"]+)"\/>/g
/** What the selectors of style sheets name: elements, classes, the brand and the layout. */
const NAMES = /<([a-z][a-z0-9]*)|\bclass="([^"]*)"|\b(data-(?:brand|layout)="[^"]*")/g

/** Returns what `StyleRule.needs` may name of a page. */
export function readNames(html: string): Set<string> {
  const names = new Set<string>()
  const lists = new Set<string>()
  for (const [, element, list, data] of html.matchAll(NAMES)) {
    if (list) lists.add(list)
    else names.add(element ?? data ?? '')
  }
  for (const list of lists) for (const name of list.split(' ')) names.add(`.${name}`)
  return names
}

interface InlineStyle {
  element: string
  /** For the content security policy. */
  hash: string
}

/** The styles of pages with the same names; pages of one kind share them. */
const KEPT = 200
const kept = new Map<string, InlineStyle>()

function makeStyle(hrefs: readonly string[], used: readonly string[], names: Set<string>): InlineStyle {
  const key = [...hrefs, ...names].join(' ')
  const found = kept.get(key)
  if (found) return found
  const css = used.map((text) => writeRules(parseRules(text), names)).join('')
  const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`
  const later = hrefs.filter((href) => !isWhole(href)).join(' ')
  const style = { element: `<style data-sheets="${later}">${css}</style>`, hash }
  const [oldest] = kept.keys()
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, style)
  return style
}

/** Writes the rules that can match a page with these names. */
export function writeRules(rules: readonly StyleRule[], names: Set<string>): string {
  let css = ''
  let around = ''
  for (const rule of rules) {
    if (rule.needs && !rule.needs.some((need) => need.every((name) => names.has(name)))) continue
    if (rule.around !== around) {
      css += `${around && '}'}${rule.around && `${rule.around}{`}`
      around = rule.around
    }
    css += rule.css
  }
  return css + (around && '}')
}

/**
 * Writes the rules that a content page uses into its head, so that it is painted without waiting
 * for a style sheet. `enhance.js` loads the sheets afterwards, for what scripts add to the page.
 * They repeat the rules in the same order, so nothing changes when they arrive.
 */
export function inlineCriticalCss(html: string): { html: string; styleHash?: string } {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const hrefs = Array.from(head.matchAll(SHEET_LINK), ([, href = '']) => href.replaceAll('&amp;', '&'))
  const used = hrefs.flatMap((href) => readSheet(href) ?? [])
  if (used.length < hrefs.length || used.join('') === '') return { html }
  const style = makeStyle(hrefs, used, readNames(html))
  let first = true
  const shown = head.replaceAll(SHEET_LINK, () => {
    const element = first ? style.element : ''
    first = false
    return element
  })
  return { html: shown + html.slice(end), styleHash: style.hash }
}
