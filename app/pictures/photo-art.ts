import { type Product } from '#contract/catalogue.ts'
import {
  PHOTO_FORMATS,
  type PhotoFormat,
  photoFileName,
  SHARE_CUT,
  wholePhotoName,
} from '#contract/photo-files.ts'

/** The fields of a product that say which photo it has; foreign services know none. */
export type PhotoFields = Pick<Product, 'photo' | 'photo_focal'>

/** A photo of a product, as its addresses name it. */
export interface ProductPhoto {
  id: string
  focal: NonNullable<Product['photo_focal']>
}

/** The own photo of a product; undefined where its pages show the drawn scene. */
export const findPhoto = (of: PhotoFields | undefined): ProductPhoto | undefined =>
  of?.photo ? { id: of.photo, focal: of.photo_focal ?? 'center' } : undefined

const below = (name: string) => `/photos/${name}`

/** The address of a photo as a JPEG, for what takes one picture alone. */
export const getPhotoUrl = (photo: ProductPhoto, format: PhotoFormat): string =>
  below(photoFileName(photo, format, PHOTO_FORMATS[format].widths[1], 'jpg'))

/** A `srcset` of all widths of a format. */
export const getPhotoSet = (photo: ProductPhoto, format: PhotoFormat, ending: 'avif' | 'jpg'): string =>
  PHOTO_FORMATS[format].widths
    .map((width) => `${below(photoFileName(photo, format, width, ending))} ${String(width)}w`)
    .join(', ')

/** The name of the cut for pictures of shared links. */
export const getShareCutName = (photo: ProductPhoto): string =>
  photoFileName(photo, 'share', SHARE_CUT.width, 'jpg')

/** The whole photo, small: only staff see it, to choose what stays in view. */
export const getWholePhotoUrl = (id: string): string => below(wholePhotoName(id))
