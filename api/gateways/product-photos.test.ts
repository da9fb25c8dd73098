import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { FocalPoint } from '#contract/photo.ts'
import { makePhonePhoto, makePhoto, NINTHS, readMiddle } from '#tests/support/make-photo.ts'
import { cutProductPhoto, findCutRegion, readProductPhoto } from './product-photos.ts'

const PHOTO = { width: 1800, height: 1200 }

describe('an uploaded photo', () => {
  it('is encoded anew: upright, in sRGB, without place, owner and camera', async () => {
    const taken = await makePhonePhoto()
    expect(taken.includes('Pine St')).toBe(true)
    expect((await sharp(taken).metadata()).exif?.length).toBeGreaterThan(0)
    const read = await readProductPhoto(taken)
    if (!read.ok) throw new Error(read.reason)
    const { picture, whole, width, height } = read.photo
    expect([width, height]).toEqual([1800, 1200])
    for (const made of [picture, whole]) {
      const { exif, xmp, iptc, icc, orientation, space } = await sharp(made).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(space).toBe('srgb')
      expect(made.includes('Pine St')).toBe(false)
    }
    // The camera was turned to the right: the lower left of its sensor is the upper left of the photo.
    const corner = await sharp(picture).extract({ left: 0, top: 0, width: 100, height: 100 }).png().toBuffer()
    expect(await readMiddle(corner)).toBe(NINTHS[6])
  })

  it('may be a PNG, a WebP or an AVIF, and nothing else', async () => {
    const drawn = makePhoto()
    for (const format of ['png', 'webp', 'avif'] as const) {
      const file = await drawn.clone().toFormat(format).toBuffer()
      expect((await readProductPhoto(file)).ok, format).toBe(true)
    }
    const gif = await makePhoto().gif().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1200"/>')
    const cutOff = (await makePhoto().jpeg().toBuffer()).subarray(0, 4000)
    for (const file of [gif, svg, cutOff, Buffer.from('no picture'), new Uint8Array()])
      expect(await readProductPhoto(file)).toEqual({ ok: false, reason: 'photo_unreadable' })
  })

  it('is refused when the head of a page would show it blurred', async () => {
    const small = await makePhoto(1599, 1200).jpeg().toBuffer()
    expect(await readProductPhoto(small)).toEqual({ ok: false, reason: 'photo_too_small' })
    const low = await makePhoto(1800, 899).jpeg().toBuffer()
    expect(await readProductPhoto(low)).toEqual({ ok: false, reason: 'photo_too_small' })
  })

  it('is refused before it is decoded when a small file claims very many pixels', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 5_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
    expect(bomb.length).toBeLessThan(100_000)
    expect(await readProductPhoto(bomb)).toEqual({ ok: false, reason: 'photo_too_many_pixels' })
  })
})

describe('the cuts of a photo', () => {
  it('are the largest parts with their proportions, as near to the focal point as the edges allow', () => {
    expect(findCutRegion(PHOTO, { width: 800, height: 800 }, 'left')).toEqual({
      ...{ left: 0, top: 0, width: 1200, height: 1200 },
    })
    expect(findCutRegion(PHOTO, { width: 1600, height: 720 }, 'center')).toEqual({
      ...{ left: 0, top: 195, width: 1800, height: 810 },
    })
    for (const focal of FocalPoint.options) {
      const { left, top, width, height } = findCutRegion(PHOTO, { width: 400, height: 300 }, focal)
      expect([width, height]).toEqual([1600, 1200])
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(PHOTO.width)
      expect(top).toBe(0)
    }
  })

  it('keep the focal point, have the width of their name, and stay small', async () => {
    const picture = await makePhoto(5400, 1200).jpeg({ quality: 95 }).toBuffer()
    const files = await cutProductPhoto({ id: 'f'.repeat(32), picture, width: 5400, height: 1200 }, 'right')
    expect(files.map(({ name }) => name.slice(33))).toEqual([
      ...['right-card-400.avif', 'right-card-400.jpg', 'right-card-800.avif', 'right-card-800.jpg'],
      ...['right-wide-800.avif', 'right-wide-800.jpg', 'right-wide-1600.avif', 'right-wide-1600.jpg'],
      ...['right-hero-800.avif', 'right-hero-800.jpg', 'right-hero-1600.avif', 'right-hero-1600.jpg'],
      ...['right-square-480.avif', 'right-square-480.jpg', 'right-square-800.avif', 'right-square-800.jpg'],
      'right-share-1200.jpg',
    ])
    for (const { name, content } of files) {
      const { format, width = 0, exif } = await sharp(content).metadata()
      expect(format === 'heif' ? 'avif' : 'jpg', name).toBe(name.split('.')[1])
      expect(width, name).toBe(Number(/-(\d+)\./.exec(name)?.[1]))
      expect(exif, name).toBeUndefined()
      expect(await readMiddle(content), name).toBe(NINTHS[5])
    }
  })
})
