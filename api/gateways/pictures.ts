/** A re-encoded photo with its thumbnail. */
export interface MadePicture {
  photo: Buffer
  thumbnail: Buffer
  width: number
  height: number
}

/** No camera takes more pixels. A small file can claim to be larger than it is. */
const MAX_PIXELS = 80_000_000
const PHOTO_SIDE = 3200
const THUMBNAIL_WIDTH = 480

/** Recognises JPEG, PNG and WebP by their first bytes, so that nothing else reaches the decoder. */
export function looksLikePhoto(bytes: Uint8Array): boolean {
  const starts = (at: number, signature: readonly number[]) =>
    signature.every((byte, index) => bytes[at + index] === byte)
  const jpeg = starts(0, [0xff, 0xd8, 0xff])
  const png = starts(0, [0x89, 0x50, 0x4e, 0x47])
  const webp = starts(0, [0x52, 0x49, 0x46, 0x46]) && starts(8, [0x57, 0x45, 0x42, 0x50])
  return jpeg || png || webp
}

/**
 * Decodes a picture and re-encodes it upright as JPEG. That removes the camera's metadata (place,
 * time, owner, device) and everything else in the file.
 *
 * @returns undefined for a file that is not a readable JPEG, PNG or WebP picture
 */
export async function makePicture(bytes: Uint8Array): Promise<MadePicture | undefined> {
  if (!looksLikePhoto(bytes)) return undefined
  // Load the native library with the first photo only; most processes never need it.
  const { default: sharp } = await import('sharp')
  const read = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate()
  try {
    const { data: photo, info } = await read()
      .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 86, progressive: true })
      .toBuffer({ resolveWithObject: true })
    const thumbnail = await sharp(photo)
      .resize({ width: THUMBNAIL_WIDTH, withoutEnlargement: true })
      .jpeg({ quality: 78 })
      .toBuffer()
    return { photo, thumbnail, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}
