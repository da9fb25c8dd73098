import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { type Page } from 'playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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
  const violations = await findViolations(page, all ? undefined : { type: 'rule', values: VARIANT_RULES })
  return violations.map(
    ({ id, nodes }) =>
      `${path} ${scheme} ${String(width)}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

type RunOptions = Parameters<AxeBuilder['options']>[0]
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** A script that does nothing. Without it the builder loads axe twice for each analysis. */
const LOADED_ALREADY = 'undefined'

/**
 * Finds the axe rules that the open page breaks. Frames of other origins are not looked at.
 * @param runOnly all rules by default
 */
export async function findViolations(page: Page, runOnly?: RunOptions['runOnly']): Promise<Violations> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  // Without the legacy mode it opens another page to put the results of frames together, which
  // takes as long again. The results of rules that pass would be larger than the page.
  const { violations } = await new AxeBuilder({ page, axeSource: LOADED_ALREADY })
    .options({ resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) })
    .setLegacyMode()
    .analyze()
  return violations
}
