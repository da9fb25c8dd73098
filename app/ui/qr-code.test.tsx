import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readQr } from '#tests/support/read-qr.ts'
import { QrCode } from './qr-code.tsx'

test.each([
  'otpauth://totp/Flight%20desk%3Astaff%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Flight%20desk',
  'https://shop.example/t/ł-ő-ș',
])('a reader finds %s in the drawing', (text) => {
  const svg = renderToStaticMarkup(<QrCode text={text} label="Opens the key" />)
  expect(svg).toContain('role="img" aria-label="Opens the key"')
  expect(readQr(svg)).toBe(text)
})
