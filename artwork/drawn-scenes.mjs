import { PLACES } from './render-scene.mjs'

/** Every picture the shop shows. Cards come in each mood; large pictures in the moods of a page: light and dark. */
const MOODS = {
  card: ['dawn', 'day', 'sunset', 'night'],
  wide: ['dawn', 'sunset', 'night'],
  tall: ['sunset', 'night'],
}
/** The front page over Miami is a day picture. */
const ALSO = [
  { place: 'miami', mood: 'day', format: 'wide' },
  { place: 'miami', mood: 'day', format: 'tall' },
]

export const drawnScenes = [
  ...Object.keys(PLACES).flatMap((place) =>
    Object.entries(MOODS).flatMap(([format, moods]) => moods.map((mood) => ({ place, mood, format }))),
  ),
  ...ALSO,
]

export const sceneFile = ({ place, mood, format }) => `${place}-${mood}-${format}.svg`
