import { type Place } from '#contract/enums.ts'
import { getMood, resolveScenePlace } from './scene-art.ts'
import { ScenePage } from './scene-picture.tsx'

const SHOWS: Record<Place, string> = {
  manhattan: 'A helicopter beside the Brooklyn Bridge, Manhattan behind it',
  liberty: 'A helicopter passing the Statue of Liberty',
  jersey: 'A helicopter over the Hudson, seen from the cliffs of New Jersey',
  miami: 'A helicopter over the beach of Miami, towers across the bay',
  losangeles: 'A helicopter over the lights of Los Angeles, the observatory on its hill',
  doorsoff: 'Two shoes on the skid, Midtown far below',
}

/**
 * The large picture under a product's title. A flight over Manhattan with the doors off is seen
 * from the open door.
 */
export function ProductScene(props: { product: number; place: Place; tags: readonly string[] }) {
  const { product, place, tags } = props
  const shown = resolveScenePlace(place, tags)
  const mood = getMood(shown, tags)
  return (
    <figure className={shown === 'doorsoff' ? 'prod-art doorsoff' : 'prod-art'}>
      <ScenePage
        place={shown}
        product={product}
        // The streets have more depth in the evening than in the morning haze.
        light={mood === 'dawn' ? 'sunset' : mood}
        alt={SHOWS[shown]}
        portraitUntil="30em"
      />
    </figure>
  )
}
