import { sailboat } from '../parts/boats.mjs'
import { waterCamera } from '../parts/camera.mjs'
import { clouds, mist } from '../parts/clouds.mjs'
import { WINDOWS, placeHelicopter, jitter, vary } from '../parts/framing.mjs'
import { birds, helicopter } from '../parts/helicopter.mjs'
import { cliff } from '../parts/land.mjs'
import { bell, clamp } from '../parts/numbers.mjs'
import { pilings } from '../parts/pilings.mjs'
import { sky, stars, sunOrMoon } from '../parts/sky.mjs'
import { city } from '../parts/skyline.mjs'
import { svg } from '../parts/svg-text.mjs'
import { glitter, reflection, ripples, water } from '../parts/water.mjs'

/** The arrangements: along the cliffs, or over the river with the city nearer. */
export function jersey(ctx) {
  const { W, H, defs, mood, format: shapeName, arrangement } = ctx
  const large = arrangement === 1
  const layout = {
    wide: {
      horizon: 0.6,
      sun: { dawn: [0.44, 0.56], day: [1.02, -0.1], sunset: [0.36, 0.54], night: [0.47, 0.14] },
      skyline: 0.2,
      heli: [0.64, 0.22, 0.95],
      boat: [0.33, 0.17, 0.9],
      cliffs: [
        [0.43, 0.66, 0.075, 0.014],
        [0.51, 0.82, 0.16, 0.055],
        [0.64, 1.03, 0.36, 0.27],
      ],
    },
    tall: {
      horizon: 0.62,
      sun: { dawn: [0.3, 0.58], day: [1.05, -0.12], sunset: [0.3, 0.575], night: [0.28, 0.3] },
      skyline: 0.13,
      heli: [0.42, 0.4, 0.8],
      boat: [0.3, 0.12, 1],
      cliffs: [
        [0.42, 0.78, 0.045, 0.008],
        [0.5, 0.98, 0.1, 0.035],
        [0.6, 1.08, 0.24, 0.17],
      ],
    },
    card: {
      horizon: 0.62,
      sun: { dawn: [0.4, 0.57], day: [1.02, -0.1], sunset: [0.34, 0.55], night: [0.15, 0.15] },
      skyline: 0.2,
      heli: [0.44, 0.22, 0.56],
      boat: [0.34, 0.17, 0.6],
      cliffs: [
        [0.44, 0.68, 0.075, 0.014],
        [0.52, 0.86, 0.17, 0.06],
        [0.65, 1.06, 0.36, 0.27],
      ],
    },
  }[shapeName]
  const hz = Math.round(H * layout.horizon),
    s = ctx.scale
  const sun = layout.sun[mood],
    sunX = W * (sun[0] + jitter(ctx, 'sun', 0.04) + (mood === 'day' ? 0 : vary(ctx, 'sun', 0.1)))
  ctx.lightX = sunX
  const centre = W * ((large ? 0.27 : 0.17) + jitter(ctx, 'skyline', 0.05)),
    T = H * layout.skyline * (large ? 1.6 : 1)
  const rise = (share) => (x, roll) =>
    x > W * (large ? 0.66 : 0.56)
      ? 0
      : T *
        share *
        (0.12 + 0.88 * (bell(x, centre, W * 0.13) + 0.4 * bell(x, W * 0.4, W * 0.08))) *
        (0.3 + 0.7 * roll)
  const w = shapeName === 'wide' ? 1 : shapeName === 'tall' ? 0.75 : 0.6
  const rows = [
    {
      depth: 0.02,
      widths: [8 * w, 18 * w],
      height: rise(0.85),
      haze: 0.75,
      landmarks: [{ kind: 'flat', at: centre + W * 0.07, w: 6, height: T * 0.95 }],
    },
    {
      depth: 0.14,
      widths: [11 * w, 26 * w],
      height: rise(0.78),
      haze: 0.6,
      windows: WINDOWS.fine,
      lit: large ? 0.45 : 0.7,
      landmarks: [
        { kind: 'needle', at: centre - W * 0.02, w: 40 * w, height: T },
        { kind: 'crown', at: centre + W * 0.045, w: 28 * w, height: T * 0.8 },
      ],
    },
    {
      depth: 0.3,
      widths: [15 * w, 34 * w],
      height: rise(0.42),
      haze: 0.4,
      windows: WINDOWS.fine,
      lit: large ? 0.6 : 0.9,
    },
  ]
  if (shapeName === 'card') rows.shift()
  const cliffs = layout.cliffs.map(([from, to, height, below], i) => {
    if (shapeName === 'card' && i === 0) return ''
    const depth = [0.14, 0.4, 0.82][i]
    const aside = large ? 0.12 : 0
    const x0 = W * (from + aside + jitter(ctx, 'cliff' + i, 0.02)),
      x1 = W * (to + aside)
    const t = (x) => clamp((x - x0) / (x1 - x0), 0, 1)
    const foot = (x) => hz + H * below * (0.3 + 0.7 * t(x) ** 1.2)
    const plateau = (x) =>
      Math.min(1, t(x) * (i === 2 ? 7 : 9)) ** 0.45 * (0.72 + 0.28 * t(x) + 0.04 * Math.sin(t(x) * 9 + i))
    const rim = (x) => foot(x) - 2 - H * height * plateau(x)
    return [
      cliff(ctx, {
        x0,
        x1,
        rim,
        foot,
        depth,
        columns: [10, 17, 30][i] * { wide: 1, tall: 0.85, card: 1.05 }[shapeName],
        name: i,
      }),
      i < 2 ? mist(ctx, { y: foot(x1), height: H * 0.16, opacity: [0.55, 0.4][i] }) : '',
    ]
  })
  const sceneId = defs.add((id) => svg`<g id="${id}">${city(ctx, hz, rows)}</g>`)
  const [bx, by, bs] = layout.boat
  return [
    sky(ctx, hz),
    stars(ctx, hz * 0.8),
    sunOrMoon(ctx, { x: sunX, y: H * sun[1], radius: (mood === 'night' ? 22 : 34) * s }),
    clouds(ctx, hz),
    svg`<use href="#${sceneId}"/>`,
    water(ctx, hz),
    reflection(ctx, sceneId, hz, { strength: 0.5 }),
    cliffs,
    glitter(ctx, sunX, hz, { count: 60, spread: 0.9 }),
    ripples(ctx, hz + H * 0.02, { count: 90, right: W * 0.72 }),
    sailboat(ctx, W * (bx + jitter(ctx, 'boat', 0.06)), hz + H * by, bs),
    pilings(ctx, waterCamera(ctx, hz, 15, H * 1.5), {
      x0: -30 * (W / H) * 0.75,
      x1: -12,
      z0: 40,
      z1: 90,
      count: shapeName === 'card' ? 7 : 18,
    }),
    birds(ctx, { x: W * 0.5, y: H * 0.36, count: 6, size: 9 * s }),
    helicopter(ctx, placeHelicopter(ctx, layout.heli)),
  ]
}
