import { type Place } from '#contract/enums.ts'
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

interface ProductSceneProps {
  product: number
  place: Place
  tags: readonly string[]
}

/** A flight over Manhattan with the doors off is seen from the open door. */
function chooseScene({ product, place, tags }: ProductSceneProps) {
  const shown = resolveScenePlace(place, tags)
  const mood = getMood(shown, tags)
  // The streets have more depth in the evening than in the morning haze.
  const light = mood === 'dawn' ? ('sunset' as const) : mood
  return { place: shown, product, light, portraitUntil: '30em' as const }
}

/** The large picture under a product's title. */
export function ProductScene(props: ProductSceneProps) {
  const scene = chooseScene(props)
  return (
    <figure className={scene.place === 'doorsoff' ? 'prod-art doorsoff' : 'prod-art'}>
      <ScenePage {...scene} alt={SHOWS[scene.place]} />
    </figure>
  )
}

/** Links for a page's `meta` that load the picture of a `ProductScene` first. */
export const preloadProductScene = (props: ProductSceneProps) => preloadScene(chooseScene(props))
