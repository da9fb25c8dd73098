import { type Locator, type Page } from 'playwright/test'
import { expect } from './browser.ts'
import { tabTo } from './by-keyboard.ts'

/** A file as Playwright hands it to a dialog. */
interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Counts what staff press and type by keyboard alone. */
export interface PressCount {
  total: () => number
  /** The characters typed, and one for each press. */
  keys: () => number
  /** Goes to a button or a link and presses it. */
  press: (name: string | RegExp) => Promise<void>
  /** Presses once more what a page has focused after the same press. */
  pressAgain: (name: string) => Promise<void>
  /** Goes to a field and types into it; the first letters of an option choose it. */
  type: (name: string | RegExp, value: string) => Promise<void>
  /** Goes to a box and ticks it. */
  tick: (name: string) => Promise<void>
  /** Goes to a choice, of which `from` is made now, and makes another: one press, as with a finger. */
  pick: (from: string | RegExp, to: Locator) => Promise<void>
  /** Goes to the field of a file, opens its dialog, and chooses a file there. */
  choose: (name: string | RegExp, file: ChosenFile) => Promise<void>
  /** Types into the field that has the focus. */
  typeHere: (value: string) => Promise<void>
  /** Sends the form of the field that has the focus. */
  send: () => Promise<void>
}

/**
 * A value that is typed counts as one press, however long it is. To go to a control is no press,
 * neither by Tab nor by a key that moves the focus and does nothing else.
 */
export function countPresses(page: Page): PressCount {
  let [count, keys] = [0, 0]
  const hit = async (key: 'Enter' | 'Space') => {
    await page.keyboard.press(key)
    count += 1
    keys += 1
  }
  const typeHere = async (value: string) => {
    await page.keyboard.type(value)
    count += 1
    keys += value.length
  }
  return {
    total: () => count,
    keys: () => keys,
    press: async (name) => {
      await tabTo(page, name)
      await hit('Enter')
    },
    pressAgain: async (name) => {
      await expect(page.getByRole('button', { name })).toBeFocused()
      await hit('Enter')
    },
    type: async (name, value) => {
      await tabTo(page, name)
      await typeHere(value)
    },
    tick: async (name) => {
      await tabTo(page, name)
      await hit('Space')
    },
    pick: async (from, to) => {
      await tabTo(page, from)
      await expect(to).toBeVisible()
      const options = await page.getByRole('radio').count()
      for (let at = 0; at < options && !(await to.isChecked()); at += 1)
        await page.keyboard.press('ArrowDown')
      await expect(to).toBeChecked()
      count += 1
      keys += 1
    },
    choose: async (name, file) => {
      // The browser must know that the dialog is waited for before the key arrives.
      const opened = page.waitForEvent('filechooser')
      await tabTo(page, name)
      await hit('Enter')
      await (await opened).setFiles(file)
      count += 1
    },
    typeHere,
    send: () => hit('Enter'),
  }
}
