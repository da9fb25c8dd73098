import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Any console output fails a test; a test that expects output replaces the spy. */
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
