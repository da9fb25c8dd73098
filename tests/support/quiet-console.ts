import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * Nothing may complain on the console while a test runs; a test that expects it replaces the spy.
 */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  for (const spy of [console.error, console.warn]) {
    if (vi.isMockFunction(spy)) expect(spy.mock.calls).toEqual([])
  }
  vi.restoreAllMocks()
})
