import { seededRandom } from './numbers.mjs'

/** Small seeded shifts, so that the same thing never stands twice on the same spot. */
export const jitter = (ctx, name, amount) => (ctx.stream('jitter ' + name)() - 0.5) * 2 * amount

/** The seed of a place's own picture, which the front page and all pages without a product show. */
export const OWN_SEED = '1'

const roll = (place, seed, what) => seededRandom(`${place}/${seed}/arrange:${what}`)()

/**
 * Chooses how the picture of a product differs from others of the same place: its arrangement, and
 * the side it is seen from. Both are the same in all moods and formats of a product. The place's
 * own picture always uses the first arrangement.
 */
export const chooseArrangement = (place, seed, count) =>
  seed === OWN_SEED
    ? { arrangement: 0, mirrored: false }
    : {
        arrangement: Math.floor(roll(place, seed, 'pattern') * count),
        mirrored: roll(place, seed, 'flip') < 0.5,
      }

/** A wide seeded shift between -amount and amount; none in the place's own picture. */
export const vary = (ctx, name, amount) => (ctx.seed === OWN_SEED ? 0 : jitter(ctx, 'vary ' + name, amount))

/**
 * The share of windows that are lit: smaller in arrangements that show more of the city, because a
 * picture has at most ten kilobytes.
 */
export const getLitWindowShare = (ctx) => (ctx.seed === OWN_SEED ? 1 : 0.8)

/**
 * The position and size of the helicopter: those of the layout, or elsewhere in the sky if the seed
 * says so.
 */
export function placeHelicopter(ctx, [x, y, size], room = {}) {
  const { across = 0.13, up = 0.05 } = room
  return {
    x: ctx.W * (x + jitter(ctx, 'heli', 0.03) + vary(ctx, 'heli x', across)),
    y: ctx.H * (y + vary(ctx, 'heli y', up)),
    size: size * (1 + vary(ctx, 'heli size', 0.22)),
    tilt: -4 + vary(ctx, 'heli tilt', 5),
    livery: ctx.livery,
  }
}

export const WINDOWS = {
  mid: { floor: 8, bay: 6, glass: 3, height: 3 },
  near: { floor: 10, bay: 7, glass: 4, height: 4 },
  fine: { floor: 7, bay: 5, glass: 2, height: 2.4 },
}
