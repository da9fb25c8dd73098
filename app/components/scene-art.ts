import { type Place } from '#contract/enums.ts'

export type Mood = 'dawn' | 'day' | 'sunset' | 'night'
export type SceneFormat = 'wide' | 'tall' | 'card'

const urls = import.meta.glob<string>('../assets/art/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The address of one picture. @throws Error for one that is not drawn (`artwork/drawn-scenes.mjs` lists them) */
export function getSceneUrl(place: Place, mood: Mood, format: SceneFormat): string {
  const url = urls[`../assets/art/${place}-${mood}-${format}.svg`]
  if (!url) throw new Error(`No picture is drawn of ${place}, ${mood}, ${format}`)
  return url
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

/** The picture of a card, by the light of its tags. */
export function getCardUrl(place: Place, tags: readonly string[], format: 'card' | 'wide'): string {
  const mood = getMood(place, tags)
  return getSceneUrl(place, format === 'wide' && mood === 'day' ? 'dawn' : mood, format)
}
