import AxeBuilder from '@axe-core/playwright'
import { type Page } from 'playwright/test'
import { expect } from './browser.ts'
import { VARIANT_RULES } from './accessibility-modes.ts'

interface Stop {
  name: string
  /**
   * Something can be seen where the keyboard is: an outline of its own, or of the label it stands
   * in.
   */
  seen: boolean
  /** Behind the stop before it, in the order of the page. */
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
    // The provider's buttons stand below a shadow root, and the one inside shows the focus.
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
      // Within one field the browser draws its own.
      seen: inView && (outlined || before === now),
      // A field for a date is several stops.
      onward: before === document.body || before === now || (after & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    }
  })
}

/**
 * Presses Tab until a control has the focus. Each stop on the way must be seen, and stand behind
 * the one before it.
 *
 * @returns the names of the stops, the last one included
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<string[]> {
  const passed: string[] = []
  // Keys that come before the page's script are answered by nobody, or by the page before it.
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

/** Goes on with Tab to the end of the page: nothing on it holds the keyboard back. */
export async function tabToEnd(page: Page): Promise<void> {
  for (let stop = 0; stop < 120; stop += 1) {
    const next = await nextStop(page)
    // Behind the last stop the browser leaves the page, or begins anew.
    if (!next?.onward) return
  }
  throw new Error('The keyboard does not leave the page')
}

/** Goes to a button or a link by Tab, and presses it. */
export async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Goes to a box by Tab, and types what belongs into it: what stood there is replaced. */
export async function typeByKeyboard(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

/** Where the focus is, by the id of the control. */
export const expectFocus = (page: Page, id: string) => expect(page.locator(`#${id}`)).toBeFocused()

/** No rule of axe broken (or none of `rules`), and nothing to scroll to at the side. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
    page.url(),
  ).toEqual([])
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, `${page.url()} is too wide`).toBeLessThanOrEqual(0)
}

/** The same in both looks; in the second one what its colours can break. */
export async function expectAccessibleInAllVariants(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, VARIANT_RULES)
}
