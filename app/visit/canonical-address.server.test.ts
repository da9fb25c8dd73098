import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { canonicalPath } from './canonical-address.server.ts'

test.each([
  ['/', '/'],
  ['//', '/'],
  ['//evil.example/', '/evil.example'],
  ['/FAQ', '/faq'],
  ['/faq/', '/faq'],
  ['/Blog/Reading-The-Water/', '/blog/reading-the-water'],
  ['/thankyou', '/ThankYou'],
  ['/Thank-You', '/thank-you'],
  ['/DISCLAIMED', '/Disclaimed'],
  ['/Miami', '/miami'],
  ['/Peek-Inside-Flight-The-New-Yorker', '/peek-inside-flight-the-new-yorker'],
  ['/R-1042', '/R-1042'],
  ['/Orders/AbC123', '/orders/AbC123'],
])('%s has the canonical path %s', (typed, path) => {
  expect(canonicalPath(typed)).toBe(path)
  expect(canonicalPath(path)).toBe(path)
})

test('the path of every page is canonical', () => {
  const files = readdirSync(resolve(import.meta.dirname, '../routes'))
  const paths = files.map((file) =>
    `/${file
      .replace(/\.tsx?$/, '')
      .replace(/\[\.\]/g, '\u0000')
      .replace(/(^|\.)_index$/, '')
      .replaceAll('.', '/')
      .replaceAll('\u0000', '.')}`.replace(/\/$/, ''),
  )
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => path !== '' && canonicalPath(path) !== path)).toEqual([])
})
