import { renderToStaticMarkup } from 'react-dom/server'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const SCALE = 4

/** Draws the rectangles of the path as the pixels that a camera would see. */
function toPixels(svg: string) {
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const size = modules * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let at = Number(x) * SCALE; at < (Number(x) + Number(width)) * SCALE; at++)
        data.fill(0, (row * size + at) * 4, (row * size + at) * 4 + 3)
    }
  }
  return { width: size, height: size, data }
}

test.each([
  'otpauth://totp/Flight%20desk%3Astaff%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Flight%20desk',
  'https://shop.example/t/ł-ő-ș',
])('a reader finds %s in the drawing', (text) => {
  const svg = renderToStaticMarkup(<QrCode text={text} label="Opens the key" />)
  expect(svg).toContain('role="img" aria-label="Opens the key"')
  expect(decodeQR(toPixels(svg))).toBe(text)
})
