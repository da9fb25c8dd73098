import { type FocalPoint, SMALLEST_PHOTO } from '#contract/photo.ts'
import {
  PHOTO_FORMATS,
  photoFileName,
  type PhotoFormat,
  SHARE_CUT,
  WHOLE_WIDTH,
} from '#contract/photo-files.ts'
import { looksLikePhoto } from './pictures.ts'

/** The largest photos of phones have 48 million pixels. A small file can claim to have far more. */
const MAX_PIXELS = 50_000_000
/** Somewhat more than the largest cut, so that a cut around a corner is not enlarged. */
const KEPT = { width: 2000, height: 1500 }

export interface ReadPhoto {
  /** A JPEG, upright, in sRGB, without metadata. */
  picture: Buffer
  width: number
  height: number
  /** The whole photo in a small size, for choosing the focal point. */
  whole: Buffer
}
export type PhotoRead =
  | { ok: true; photo: ReadPhoto }
  | { ok: false; reason: 'photo_unreadable' | 'photo_too_small' | 'photo_too_many_pixels' }

/** The box `ftyp` of a file that says AVIF; HEIC has the same box, and needs a decoder with a licence. */
function looksLikeAvif(bytes: Uint8Array): boolean {
  const words = Buffer.from(bytes.subarray(4, 32)).toString('latin1')
  return words.startsWith('ftyp') && /avi[fs]/.test(words)
}

/** The native library is loaded with the first photo; most processes never need it. */
const loadSharp = async () => (await import('sharp')).default

/**
 * Decodes an uploaded photo and encodes it anew, upright and in sRGB. That removes the camera's
 * metadata (place, time, owner) and everything else in the file.
 */
export async function readProductPhoto(bytes: Uint8Array): Promise<PhotoRead> {
  if (!looksLikePhoto(bytes) && !looksLikeAvif(bytes)) return { ok: false, reason: 'photo_unreadable' }
  const sharp = await loadSharp()
  try {
    const claimed = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (claimed.width * claimed.height > MAX_PIXELS) return { ok: false, reason: 'photo_too_many_pixels' }
    const { data: picture, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ ...KEPT, fit: 'outside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 90 })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    if (width < SMALLEST_PHOTO.width || height < SMALLEST_PHOTO.height)
      return { ok: false, reason: 'photo_too_small' }
    const whole = await sharp(picture).resize({ width: WHOLE_WIDTH }).jpeg({ quality: 78 }).toBuffer()
    return { ok: true, photo: { picture, width, height, whole } }
  } catch {
    return { ok: false, reason: 'photo_unreadable' }
  }
}

const THIRDS: Record<FocalPoint, readonly [across: number, down: number]> = {
  top_left: [0, 0],
  top: [1, 0],
  top_right: [2, 0],
  left: [0, 1],
  center: [1, 1],
  right: [2, 1],
  bottom_left: [0, 2],
  bottom: [1, 2],
  bottom_right: [2, 2],
}

interface Size {
  width: number
  height: number
}
interface Region extends Size {
  left: number
  top: number
}

/**
 * The largest part of a photo with the proportions of a cut, its middle as near to the middle of
 * the focal point's ninth as the edges allow. Whole pixels.
 */
export function findCutRegion(photo: Size, cut: Size, focal: FocalPoint): Region {
  const scale = Math.min(photo.width / cut.width, photo.height / cut.height)
  const width = Math.min(photo.width, Math.round(cut.width * scale))
  const height = Math.min(photo.height, Math.round(cut.height * scale))
  const [across, down] = THIRDS[focal]
  const start = (whole: number, part: number, third: number) =>
    Math.round(Math.min(Math.max(((third + 0.5) / 3) * whole - part / 2, 0), whole - part))
  return { left: start(photo.width, width, across), top: start(photo.height, height, down), width, height }
}

export interface CutFile {
  name: string
  content: Buffer
}

/** Cuts a photo around its focal point: each format in its widths, as AVIF and as JPEG. */
export async function cutProductPhoto(
  { id, picture, ...size }: Size & { id: string; picture: Buffer },
  focal: FocalPoint,
): Promise<CutFile[]> {
  const sharp = await loadSharp()
  const files: CutFile[] = []
  // One after the other: together they would need a processor and a hundred megabytes each.
  for (const format of Object.keys(PHOTO_FORMATS) as PhotoFormat[]) {
    const { widths, ...cut } = PHOTO_FORMATS[format]
    const region = findCutRegion(size, cut, focal)
    for (const width of widths) {
      const { data, info } = await sharp(picture)
        .extract(region)
        .resize({ width, height: Math.round((width * cut.height) / cut.width) })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } }
      const name = (ending: 'avif' | 'jpg') => photoFileName({ id, focal }, format, width, ending)
      files.push(
        {
          name: name('avif'),
          content: await sharp(data, pixels).avif({ quality: 50, effort: 1 }).toBuffer(),
        },
        {
          name: name('jpg'),
          content: await sharp(data, pixels).jpeg({ quality: 74, mozjpeg: true }).toBuffer(),
        },
      )
    }
  }
  const shared = await sharp(picture)
    .extract(findCutRegion(size, SHARE_CUT, focal))
    .resize(SHARE_CUT)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
  files.push({ name: photoFileName({ id, focal }, 'share', SHARE_CUT.width, 'jpg'), content: shared })
  return files
}
