import { type Page } from 'playwright/test'
import { expect } from './browser.ts'
import { findViolations, VARIANT_RULES } from './accessibility-modes.ts'

interface Stop {
  name: string
  /** Checks that the focus is visible: the control or its label has an outline. */
  seen: boolean
  /** Checks that a stop stands behind the previous one in the order of the page. */
  onward: boolean
}

/** Presses Tab once; undefined when the focus has left the page. */
async function nextStop(page: Page): Promise<Stop | undefined> {
  await page.evaluate(() => {
    document.querySelector('[data-last-stop]')?.removeAttribute('data-last-stop')
    document.activeElement?.setAttribute('data-last-stop', '')
  })
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const now = document.activeElement
    if (!now || now === document.body) return undefined
    const before = document.querySelector('[data-last-stop]')
    const by = document.getElementById(now.getAttribute('aria-labelledby') ?? '')?.textContent
    const label = 'labels' in now ? (now as HTMLInputElement).labels?.[0]?.textContent : undefined
    const name = now.getAttribute('aria-label') ?? by ?? label ?? now.textContent ?? ''
    const box = now.getBoundingClientRect()
    // The provider's buttons stand in a shadow root, and the inner one shows the focus.
    const inner = now.shadowRoot?.activeElement ?? now
    const outlined = [now, inner, now.closest('label')].some((one) => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    })
    const inView = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
    const after = before?.compareDocumentPosition(now) ?? Node.DOCUMENT_POSITION_FOLLOWING
    return {
      name: name.replace(/\s+/g, ' ').trim(),
      // The browser draws its own focus within a field.
      seen: inView && (outlined || before === now),
      // A date field has several Tab stops.
      onward: before === document.body || before === now || (after & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    }
  })
}

/**
 * Presses Tab until a control has the focus. Each stop on the way must be visible and stand behind
 * the previous one.
 * @returns the names of the stops, the last one included
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<string[]> {
  const passed: string[] = []
  // Keys pressed before the page's script has loaded get lost or go to the previous page.
  await page.waitForLoadState()
  while (passed.length < 120) {
    const stop = await nextStop(page)
    if (!stop) continue
    passed.push(stop.name)
    expect(stop, `after ${passed.join(' › ')}`).toMatchObject({ seen: true, onward: true })
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return passed
  }
  throw new Error(`The keyboard does not reach ${String(name)}: ${passed.join(' › ')}`)
}

/** Presses Tab to the end of the page, to check that nothing traps the keyboard. */
export async function tabToEnd(page: Page): Promise<void> {
  for (let stop = 0; stop < 120; stop += 1) {
    const next = await nextStop(page)
    // Behind the last stop the browser leaves the page or starts again at its top.
    if (!next?.onward) return
  }
  throw new Error('The keyboard does not leave the page')
}

/** Goes to a button or a link by Tab and presses it. */
export async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Goes to a field by Tab and replaces its text. */
export async function typeByKeyboard(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

/** Returns the id of the focused control. */
export const expectFocus = (page: Page, id: string) => expect(page.locator(`#${id}`)).toBeFocused()

/**
 * Checks that no axe rule is broken (or none of `rules`) and that the page does not scroll
 * sideways. The page is looked at from its top: further down, the bar that stays in view covers
 * part of a control until one scrolls on, which axe would take for a control too small to press.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  })
  const violations = await findViolations(page, rules && { type: 'rule', values: rules })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
    page.url(),
  ).toEqual([])
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, `${page.url()} is too wide`).toBeLessThanOrEqual(0)
}

/** Checks both colour schemes; in the second one only the rules that its colours can break. */
export async function expectAccessibleInAllVariants(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, VARIANT_RULES)
}
