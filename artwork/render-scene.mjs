import { chooseArrangement, OWN_SEED } from './parts/framing.mjs'
import { seededRandom } from './parts/numbers.mjs'
import { paletteFor } from './parts/palettes.mjs'
import { createDefs, svg } from './parts/svg-text.mjs'
import { doorsoff } from './places/doorsoff.mjs'
import { jersey } from './places/jersey.mjs'
import { liberty } from './places/liberty.mjs'
import { losangeles } from './places/losangeles.mjs'
import { manhattan } from './places/manhattan.mjs'
import { miami } from './places/miami.mjs'

export const FORMATS = {
  wide: { W: 1600, H: 900, scale: 1, detail: 1 },
  tall: { W: 780, H: 1400, scale: 1, detail: 1 },
  card: { W: 800, H: 600, scale: 0.62, detail: 0.3 },
}
export const PLACES = { manhattan, liberty, jersey, miami, losangeles, doorsoff }
export const MOODS = ['dawn', 'day', 'sunset', 'night']
/** The number of arrangements of each place. */
const ARRANGEMENTS = { manhattan: 3, liberty: 3, jersey: 2, miami: 2, losangeles: 1, doorsoff: 1 }
/** The statue has its torch in the right hand, and the shop shows the open door from the left. */
const NEVER_MIRRORED = new Set(['liberty', 'doorsoff'])

/**
 * One picture as SVG text: the same place, mood, format and seed always give the same bytes. What
 * stands in it is the same in every mood. Ids repeat between pictures: embed them as images, never
 * two inline in one page.
 *
 * Each seed is a composition of its own: another arrangement of the place, another side, sun, sky
 * and flight. A product's seed is its id (`app/pictures/scene-art.ts`).
 *
 * @param {{ place: string, mood: string, format: string, seed?: string, livery?: string }} scene
 *   `livery` colours the helicopter
 */
export function renderScene({ place, mood, format, seed = OWN_SEED, livery }) {
  const { W, H, scale, detail } = FORMATS[format]
  const defs = createDefs(detail === 1 ? 8 : 6)
  const ctx = {
    ...{ W, H, scale, detail, mood, format, seed, livery, defs },
    ...chooseArrangement(place, seed, ARRANGEMENTS[place]),
    palette: paletteFor(place, mood),
    lightX: W / 2,
    // Each part has its own random numbers, so a change of the clouds leaves the towers in place.
    stream: (name) => seededRandom(`${place}/${seed}/${name}`),
  }
  const drawn = svg`${PLACES[place](ctx).flat(Infinity)}`
  const mirrored = ctx.mirrored && !NEVER_MIRRORED.has(place)
  const body = mirrored ? svg`<g transform="matrix(-1 0 0 1 ${W} 0)">${drawn}</g>` : drawn
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W}
    ${H}" preserveAspectRatio="xMidYMax slice">${defs.markup()}${body}</svg>`
    .replace(/\n/g, '')
    .replace(/ -/g, '-')
}
