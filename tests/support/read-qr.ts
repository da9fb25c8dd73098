import decodeQR from 'qr/decode.js'

const SCALE = 4

/** Reads the first code that is drawn in a page, as a camera would. */
export function readQr(html: string): string {
  const svg = /<svg class="qr".*?<\/svg>/s.exec(html)?.[0] ?? ''
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const size = modules * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let at = Number(x) * SCALE; at < (Number(x) + Number(width)) * SCALE; at++)
        data.fill(0, (row * size + at) * 4, (row * size + at) * 4 + 3)
    }
  }
  return decodeQR({ width: size, height: size, data })
}
