import AxeBuilder from '@axe-core/playwright'
import { type Page } from 'playwright/test'

/**
 * The colour schemes and widths in which axe checks a page; `all` rules run in two modes that
 * differ in everything.
 */
export const PAGE_VARIANTS = [
  { scheme: 'light', width: 1280, all: true },
  { scheme: 'dark', width: 360, all: true },
  // The other two modes can only break rules about colour, size, or what depends on them.
  { scheme: 'light', width: 360, all: false },
  { scheme: 'dark', width: 1280, all: false },
] as const

/** The rules that another colour or width alone can break. */
export const VARIANT_RULES = [
  'color-contrast',
  'target-size',
  'link-in-text-block',
  'scrollable-region-focusable',
]

/**
 * Finds accessibility barriers of the open page in one mode.
 * @returns a line for each broken rule with `path`, mode, rule and place; none for a clean page
 */
export async function findAccessibilityBarriers(
  page: Page,
  path: string,
  { scheme, width, all }: { scheme: 'light' | 'dark'; width: number; all: boolean },
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  // Otherwise it opens another page to put the results of frames together, which takes as long again.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (!all) axe.withRules(VARIANT_RULES)
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${path} ${scheme} ${String(width)}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
