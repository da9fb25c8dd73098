import { type Place } from '#contract/enums.ts'
import { getMood } from './scene-art.ts'
import { ScenePage } from './scene-picture.tsx'

const SHOWS: Record<Place, string> = {
  manhattan: 'A helicopter beside the Brooklyn Bridge, Manhattan behind it',
  liberty: 'A helicopter passing the Statue of Liberty',
  jersey: 'A helicopter over the Hudson, seen from the cliffs of New Jersey',
  miami: 'A helicopter over the beach of Miami, towers across the bay',
  losangeles: 'A helicopter over the lights of Los Angeles, the observatory on its hill',
  doorsoff: 'Two shoes on the skid, Midtown far below',
}

/** The large picture under a product's title. Over Manhattan a flight with the doors off is shown from the open door. */
export function ProductScene({ place, tags }: { place: Place; tags: readonly string[] }) {
  const mood = getMood(place, tags)
  const shown = place === 'manhattan' && tags.includes('doors_off') ? 'doorsoff' : place
  return (
    <figure className={shown === 'doorsoff' ? 'prod-art doorsoff' : 'prod-art'}>
      <ScenePage
        place={shown}
        light={mood === 'night' ? 'night' : 'sunset'}
        alt={SHOWS[shown]}
        tallUntil="30em"
      />
    </figure>
  )
}
