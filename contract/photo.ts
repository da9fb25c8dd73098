import { z } from 'zod'

/** The ninths of a photo. */
export const focalPoints = [
  'top_left',
  'top',
  'top_right',
  'left',
  'center',
  'right',
  'bottom_left',
  'bottom',
  'bottom_right',
] as const
/** The ninth of a photo that every cut keeps in view. */
export const FocalPoint = z.enum(focalPoints)

/** The first half of the SHA-256 of the uploaded file: the same file again is the same photo. */
export const PhotoId = z.string().regex(/^[0-9a-f]{32}$/, 'Must be the id of an uploaded photo')

/** A smaller photo would be blurred at the head of a page. Pixels, after the camera's rotation. */
export const SMALLEST_PHOTO = { width: 1600, height: 900 }

/** An uploaded photo; no page shows it before a product does. */
export const Photo = z.object({ id: PhotoId, width: z.number().int(), height: z.number().int() })
export const PhotoReply = z.object({ photo: Photo })

/** The name of a picture of a photo (`photo-files.ts`); nothing else is looked up. */
export const PhotoFileName = z
  .string()
  .max(80)
  .regex(/^[0-9a-f]{32}-(?:[a-z_]{3,12}-)?(?:card|wide|hero|square|share|whole)-\d{3,4}\.(?:avif|jpg)$/)

export type FocalPoint = z.infer<typeof FocalPoint>
export type Photo = z.infer<typeof Photo>
