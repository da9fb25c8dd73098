import { type Place } from '#contract/enums.ts'
import { DRAWING } from '../../artwork/drawing.mjs'

export type Mood = 'dawn' | 'day' | 'sunset' | 'night'
export type SceneFormat = 'wide' | 'tall' | 'card'

/** The picture of a place without a product. */
const OWN = 1
/**
 * The number of compositions of a place; limited, so that the addresses of pictures are a finite
 * list.
 */
export const COMPOSITIONS = 96

/** The composition of a product, by its id, or of a text, by its slug. */
export const chooseComposition = (owner: number | string): number =>
  typeof owner === 'number'
    ? owner % COMPOSITIONS
    : [...owner].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % COMPOSITIONS, 7)

/**
 * The address of one picture; the server draws it on request
 * (`app/pictures/answer-scene.server.ts`).
 *
 * @param owner the product's id, or the slug of a text, which select the composition
 */
export function getSceneUrl(
  place: Place,
  mood: Mood,
  format: SceneFormat,
  owner: number | string = OWN,
): string {
  return `/art/${DRAWING}/${place}-${mood}-${format}-${String(chooseComposition(owner))}.svg`
}

/** The default light of each place. */
const OWN_MOOD: Record<Place, Mood> = {
  manhattan: 'dawn',
  liberty: 'day',
  jersey: 'day',
  miami: 'day',
  losangeles: 'sunset',
  doorsoff: 'dawn',
}

/** The light of a product's or a departure's picture: by its tags, else by the place. */
export function getMood(place: Place, tags: readonly string[]): Mood {
  if (tags.includes('sunset')) return 'sunset'
  if (tags.includes('night') || tags.includes('midnight')) return 'night'
  return OWN_MOOD[place]
}

/**
 * The drawing of a flight over Manhattan with the doors off: `doorsoff` shows the city from the
 * open door.
 */
export const resolveScenePlace = (place: Place, tags: readonly string[]): Place =>
  place === 'manhattan' && (tags.includes('doors_off') || tags.includes('doors-off')) ? 'doorsoff' : place

/**
 * The picture of a card, with the light of its tags; a departure with the doors off is seen from
 * the open door.
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
