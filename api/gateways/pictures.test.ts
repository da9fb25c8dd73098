import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePicture } from './pictures.ts'

test('a photo is written anew: upright, no larger than it need be, and without its notes', async () => {
  const taken = await sharp({ create: { width: 4000, height: 2000, channels: 3, background: '#7fb2d6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const made = await makePicture(new Uint8Array(taken))
  expect([made?.width, made?.height]).toEqual([1600, 3200])
})
