import { type Page } from 'playwright/test'
import { expect } from './browser.ts'

const SCRIPTS = /\/assets\/[^/]+\.js$/

/** Delays every script file until the returned call, like a slow connection. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => {
    release = open
  })
  await page.route(SCRIPTS, async (route) => {
    await gate
    await route.fallback()
  })
  return release
}

/** Blocks every script file. */
export async function blockScripts(page: Page): Promise<void> {
  await page.route(SCRIPTS, (route) => route.abort('aborted'))
}

/**
 * Waits until React has hydrated the page's forms; forms that only the server renders stay as they
 * are.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await expect.poll(() => isHydrated(page), 'the page is hydrated').toBe(true)
}

export const isHydrated = (page: Page): Promise<boolean> =>
  page
    .locator('main form')
    .evaluateAll((forms) => forms.some((form) => Object.keys(form).some((key) => key.startsWith('__react'))))
