import { type MetaDescriptor } from '@remix-run/react'
import { type Product } from '#contract/catalogue.ts'
import { type Place } from '#contract/enums.ts'
import { PHOTO_FORMATS } from '#contract/photo-files.ts'
import { findPhoto, getPhotoSet, getPhotoUrl, type ProductPhoto } from './photo-art.ts'
import { getMood, resolveScenePlace } from './scene-art.ts'
import { preloadScene, ScenePage } from './scene-picture.tsx'

const SHOWS: Record<Place, string> = {
  manhattan: 'A helicopter beside the Brooklyn Bridge, Manhattan behind it',
  liberty: 'A helicopter passing the Statue of Liberty',
  jersey: 'A helicopter over the Hudson, seen from the cliffs of New Jersey',
  miami: 'A helicopter over the beach of Miami, towers across the bay',
  losangeles: 'A helicopter over the lights of Los Angeles, the observatory on its hill',
  doorsoff: 'Two shoes on the skid, Midtown far below',
}

type Pictured = Pick<Product, 'id' | 'place' | 'tag_list' | 'photo' | 'photo_focal' | 'photo_alt'>

/** A flight over Manhattan with the doors off is seen from the open door. */
function chooseScene({ id, place, tag_list: tags }: Pictured) {
  const shown = resolveScenePlace(place, tags)
  const mood = getMood(shown, tags)
  // The streets have more depth in the evening than in the morning haze.
  const light = mood === 'dawn' ? ('sunset' as const) : mood
  return { place: shown, product: id, light, portraitUntil: '30em' as const }
}

/** The large picture under a product's title: its own photo, or else the scene of its place. */
export function ProductScene({ product }: { product: Pictured }) {
  const photo = findPhoto(product)
  if (photo) {
    return (
      <figure className="prod-art own-photo">
        <PhotoPage photo={photo} alt={product.photo_alt ?? ''} />
      </figure>
    )
  }
  const scene = chooseScene(product)
  return (
    <figure className={scene.place === 'doorsoff' ? 'prod-art doorsoff' : 'prod-art'}>
      <ScenePage {...scene} alt={SHOWS[scene.place]} />
    </figure>
  )
}

/** Phones show a photo as a square, wider screens as a band. */
const PHONES = '(max-width: 30em)'
const OTHERS = '(min-width: 30.01em)'

function PhotoPage({ photo, alt }: { photo: ProductPhoto; alt: string }) {
  const { width, height } = PHOTO_FORMATS.hero
  return (
    <picture>
      {(['avif', 'jpg'] as const).map((ending) => (
        <source
          key={ending}
          media={PHONES}
          type={ending === 'avif' ? 'image/avif' : 'image/jpeg'}
          srcSet={getPhotoSet(photo, 'square', ending)}
          sizes="100vw"
        />
      ))}
      <source type="image/avif" srcSet={getPhotoSet(photo, 'hero', 'avif')} sizes="100vw" />
      {/* React 18 passes on the attribute only in lower case. */}
      <img
        src={getPhotoUrl(photo, 'hero')}
        srcSet={getPhotoSet(photo, 'hero', 'jpg')}
        sizes="100vw"
        alt={alt}
        width={width}
        height={height}
        {...{ fetchpriority: 'high' }}
      />
    </picture>
  )
}

/** Links for a page's `meta` that load the picture of a `ProductScene` first. */
export function preloadProductScene(product: Pictured): MetaDescriptor[] {
  const photo = findPhoto(product)
  if (!photo) return preloadScene(chooseScene(product))
  return [['square', PHONES] as const, ['hero', OTHERS] as const].map(([format, media]) => ({
    ...{ tagName: 'link', rel: 'preload', as: 'image', type: 'image/avif', fetchpriority: 'high', media },
    ...{ imageSrcSet: getPhotoSet(photo, format, 'avif'), imageSizes: '100vw' },
  }))
}
