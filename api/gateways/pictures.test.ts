import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePicture } from './pictures.ts'

test('a photo is re-encoded upright, within the size limit and without metadata', async () => {
  const taken = await sharp({ create: { width: 4000, height: 2000, channels: 3, background: '#7fb2d6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const made = await makePicture(new Uint8Array(taken))
  expect([made?.width, made?.height]).toEqual([1600, 3200])
})
