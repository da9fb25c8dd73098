import AxeBuilder from '@axe-core/playwright'
import { type Page } from 'playwright/test'

/**
 * How pages are looked at for barriers; `all` rules are tried in two looks that differ in
 * everything.
 */
export const PAGE_VARIANTS = [
  { scheme: 'light', width: 1280, all: true },
  { scheme: 'dark', width: 360, all: true },
  // What the other two can do wrong beside these is a colour, a size, or what hangs on them.
  { scheme: 'light', width: 360, all: false },
  { scheme: 'dark', width: 1280, all: false },
] as const

/** What another colour or width alone can break. */
export const VARIANT_RULES = [
  'color-contrast',
  'target-size',
  'link-in-text-block',
  'scrollable-region-focusable',
]

/**
 * What keeps somebody out of the page that is open, in one look.
 *
 * @returns a line for each rule that is broken: `path`, look, rule and where; none where the page
 *   is clean
 */
export async function findAccessibilityBarriers(
  page: Page,
  path: string,
  { scheme, width, all }: (typeof PAGE_VARIANTS)[number],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  const axe = new AxeBuilder({ page })
  if (!all) axe.withRules(VARIANT_RULES)
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${path} ${scheme} ${String(width)}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
