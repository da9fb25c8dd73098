import { type ComponentProps } from 'react'
import { PHOTO_FORMATS } from '#contract/photo-files.ts'
import { findPhoto, getPhotoSet, getPhotoUrl, type PhotoFields } from './photo-art.ts'
import { getCardUrl } from './scene-art.ts'
import { SceneCard } from './scene-picture.tsx'

interface ProductPictureProps extends ComponentProps<typeof SceneCard> {
  /** The photo of the product; without one the scene of its place is drawn. */
  photo: PhotoFields | undefined
}

/** How wide the picture of a card is shown: the whole row on phones, a part of it above. */
const SIZES = { card: '(max-width: 40em) 100vw, 26rem', wide: '(max-width: 40em) 100vw, 45rem' }

/**
 * A small picture of a product beside its name: its own photo, or else the scene of its place. The
 * name says what it shows, so it has no alternative text.
 */
export function ProductPicture({ photo, ...scene }: ProductPictureProps) {
  const own = findPhoto(photo)
  if (!own) return <SceneCard {...scene} />
  const format = scene.wide ? 'wide' : 'card'
  const { width, height } = PHOTO_FORMATS[format]
  return (
    <picture className="own-photo">
      <source type="image/avif" srcSet={getPhotoSet(own, format, 'avif')} sizes={SIZES[format]} />
      <img
        src={getPhotoUrl(own, format)}
        srcSet={getPhotoSet(own, format, 'jpg')}
        sizes={SIZES[format]}
        alt=""
        width={width}
        height={height}
        loading={scene.eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}

interface PicturedProduct extends PhotoFields {
  id: number
  place: Parameters<typeof getCardUrl>[0]
}

/** The address of the one picture beside an order: the product's photo, or else the drawn scene. */
export function getPictureUrl(product: PicturedProduct, tags: readonly string[]): string {
  const own = findPhoto(product)
  return own ? getPhotoUrl(own, 'wide') : getCardUrl(product.place, tags, 'wide', product.id)
}
