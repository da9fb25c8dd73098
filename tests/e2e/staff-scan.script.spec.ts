import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeQR } from 'qr'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { expect, test } from '../support/signed-in-staff.ts'

/** What the browser's camera shows, as raw pictures. */
const PICTURE = join(tmpdir(), `ticket-${String(process.pid)}.y4m`)
const [WIDTH, HEIGHT] = [640, 480]

test.use({
  permissions: ['camera'],
  launchOptions: {
    // The headless shell gives no picture of a camera.
    executablePath: findChromium(),
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      ...['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${PICTURE}`],
    ],
  },
})

/** Holds a code before the camera: black modules of eight pixels on light grey. */
function showCode(text: string): void {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const [left, top] = [(WIDTH - rows.length * 8) / 2, (HEIGHT - rows.length * 8) / 2].map(Math.floor)
  const light = Buffer.alloc(WIDTH * HEIGHT, 200)
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return
      for (let line = 0; line < 8; line++) {
        const start = ((top ?? 0) + y * 8 + line) * WIDTH + (left ?? 0) + x * 8
        light.fill(20, start, start + 8)
      }
    }),
  )
  const frame = [Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]
  const head = Buffer.from(`YUV4MPEG2 W${String(WIDTH)} H${String(HEIGHT)} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(PICTURE, Buffer.concat([head, ...frame, ...frame]))
}

test('a ticket before the camera is looked up without a press, and the decoder comes only then', async ({
  page,
  shop,
  sell,
}) => {
  const { orderId, flightId } = await sell('scans@example.com')
  showCode(`${shop.origin}/orders/${String(orderId)}`)
  const decoders: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('decode-worker')) decoders.push(request.url())
  })
  await page.goto(`/staff/scan?flight=${String(flightId)}`)
  const open = page.getByRole('button', { name: 'Open the camera' })
  await expect(open).toBeVisible()
  expect(decoders).toEqual([])
  await open.click()
  // The flight is on another day than today, so check-in has not begun.
  await expect(page.getByRole('alert')).toContainText(`It is too early for O-${String(orderId)}`)
  expect(decoders.length).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Close the camera' })).toBeVisible()
  expect(new URL(page.url()).search).toBe(`?flight=${String(flightId)}`)
})
