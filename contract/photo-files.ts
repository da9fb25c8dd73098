import { type FocalPoint } from './photo.ts'

/**
 * What pages show of a photo, in pixels: `card` beside a name, `wide` for the first card of a row,
 * `hero` at the head of a product's page, `square` there on phones.
 */
export const PHOTO_FORMATS = {
  card: { width: 800, height: 600, widths: [400, 800] },
  wide: { width: 1600, height: 900, widths: [800, 1600] },
  hero: { width: 1600, height: 720, widths: [800, 1600] },
  square: { width: 800, height: 800, widths: [480, 800] },
} as const
export type PhotoFormat = keyof typeof PHOTO_FORMATS

/** The picture of a shared link, a JPEG alone: messengers read no AVIF. */
export const SHARE_CUT = { width: 1200, height: 630 }
/** The width of the whole photo, on which staff choose its focal point. */
export const WHOLE_WIDTH = 640

type Ending = 'avif' | 'jpg'

/** The name of a cut, which is its address below `/photos/`; what has this name never changes. */
export const photoFileName = (
  { id, focal }: { id: string; focal: FocalPoint },
  format: PhotoFormat | 'share',
  width: number,
  ending: Ending,
): string => `${id}-${focal}-${format}-${String(width)}.${ending}`

/** The name of the whole photo. */
export const wholePhotoName = (id: string): string => `${id}-whole-${String(WHOLE_WIDTH)}.jpg`
