import { type Place } from '#contract/enums.ts'
import { DRAWING } from '../../artwork/drawing.mjs'

export type Mood = 'dawn' | 'day' | 'sunset' | 'night'
export type SceneFormat = 'wide' | 'tall' | 'card'

/** The picture of a place that belongs to no product. */
const OWN = 1
/**
 * So many compositions of a place there are at most: the addresses of pictures are a finite list.
 */
export const COMPOSITIONS = 96

/** Which composition a product, by its id, or a text, by its slug, has for itself. */
export const chooseComposition = (owner: number | string): number =>
  typeof owner === 'number'
    ? owner % COMPOSITIONS
    : [...owner].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % COMPOSITIONS, 7)

/**
 * The address of one picture; the server draws it when it is asked for
 * (`app/pictures/answer-scene.server.ts`).
 *
 * @param owner the product's id, or the slug of a text: each has a composition of its own
 */
export function getSceneUrl(
  place: Place,
  mood: Mood,
  format: SceneFormat,
  owner: number | string = OWN,
): string {
  return `/art/${DRAWING}/${place}-${mood}-${format}-${String(chooseComposition(owner))}.svg`
}

/** How a place looks when nothing says otherwise. */
const OWN_MOOD: Record<Place, Mood> = {
  manhattan: 'dawn',
  liberty: 'day',
  jersey: 'day',
  miami: 'day',
  losangeles: 'sunset',
  doorsoff: 'dawn',
}

/** The light of a product's or a departure's picture: its tags decide, else the place. */
export function getMood(place: Place, tags: readonly string[]): Mood {
  if (tags.includes('sunset')) return 'sunset'
  if (tags.includes('night') || tags.includes('midnight')) return 'night'
  return OWN_MOOD[place]
}

/**
 * A flight over Manhattan with the doors off is shown from the open door; `doorsoff` is the same
 * city.
 */
export const resolveScenePlace = (place: Place, tags: readonly string[]): Place =>
  place === 'manhattan' && (tags.includes('doors_off') || tags.includes('doors-off')) ? 'doorsoff' : place

/**
 * The picture of a card, by the light of its tags; a departure that leaves with the doors off is
 * seen from the door.
 */
export const getCardUrl = (
  place: Place,
  tags: readonly string[],
  format: 'card' | 'wide',
  product?: number,
): string =>
  getSceneUrl(
    tags.includes('doors-off') ? resolveScenePlace(place, tags) : place,
    getMood(place, tags),
    format,
    product,
  )
