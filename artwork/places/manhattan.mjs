import { ferry } from '../parts/boats.mjs'
import { bridgeMirror, suspensionBridge } from '../parts/bridge.mjs'
import { waterCamera } from '../parts/camera.mjs'
import { clouds } from '../parts/clouds.mjs'
import { WINDOWS, placeHelicopter, jitter, vary } from '../parts/framing.mjs'
import { birds, helicopter } from '../parts/helicopter.mjs'
import { bell } from '../parts/numbers.mjs'
import { pilings } from '../parts/pilings.mjs'
import { sky, stars, sunOrMoon } from '../parts/sky.mjs'
import { city } from '../parts/skyline.mjs'
import { shape, svg } from '../parts/svg-text.mjs'
import { glitter, reflection, ripples, water } from '../parts/water.mjs'

/**
 * The arrangements: the bridge close by, the towers from the harbour, or the bridge further off.
 */
const [, HARBOUR, AFAR] = [0, 1, 2]

export function manhattan(ctx) {
  const { W, H, palette, defs, mood, format: shapeName, arrangement } = ctx
  const layout = {
    wide: {
      horizon: 0.66,
      sun: { dawn: [0.5, 0.6], day: [1.02, -0.1], sunset: [0.4, 0.62], night: [0.49, 0.13] },
      towers: 0.34,
      tower: [0.8, 300],
      heading: -0.56,
      heli: [0.6, 0.26, 1.05],
      focal: 1400,
    },
    tall: {
      horizon: 0.67,
      sun: { dawn: [0.36, 0.62], day: [1.05, -0.12], sunset: [0.34, 0.635], night: [0.7, 0.2] },
      towers: 0.32,
      tower: [0.76, 270],
      heading: -0.42,
      heli: [0.42, 0.31, 0.92],
      focal: 1250,
    },
    card: {
      horizon: 0.68,
      sun: { dawn: [0.45, 0.6], day: [1.02, -0.1], sunset: [0.36, 0.63], night: [0.62, 0.16] },
      towers: 0.36,
      tower: [0.79, 290],
      heading: -0.52,
      heli: [0.34, 0.24, 0.62],
      focal: 840,
    },
  }[shapeName]
  const harbour = arrangement === HARBOUR
  const hz = Math.round(H * (layout.horizon + (harbour ? 0.04 : 0) + vary(ctx, 'horizon', 0.03)))
  const sun = layout.sun[mood]
  const sunX = W * (sun[0] + jitter(ctx, 'sun', 0.05) + (mood === 'day' ? 0 : vary(ctx, 'sun', 0.12)))
  ctx.lightX = sunX
  const s = ctx.scale
  const down = W * (0.22 + (harbour ? 0.12 : 0) + jitter(ctx, 'down', 0.05)),
    mid = W * (0.6 + (harbour ? 0.06 : 0) + jitter(ctx, 'mid', 0.05))
  const clusters = (x, low) =>
    low + (1 - low) * Math.min(1, bell(x, down, W * 0.13) + 0.85 * bell(x, mid, W * 0.17))
  const towers = layout.towers * ([1, 1.28, 0.9][arrangement] + vary(ctx, 'towers', 0.1))
  const rise = (share, low) => (x, roll) => H * towers * share * clusters(x, low) * (0.4 + 0.6 * roll ** 1.3)
  const wScale = shapeName === 'card' ? 0.85 : 1
  const widths = (lo, hi) => [lo * wScale, hi * wScale]
  const T = H * towers
  const shrink = (w) => (shapeName === 'card' ? { ...w, floor: 6, bay: 5 } : w)
  const rows = [
    {
      depth: 0.06,
      widths: widths(9, 24),
      height: rise(0.66, 0.3),
      haze: 0.6,
      landmarks: [{ kind: 'flat', at: mid + W * 0.09, w: 7 * s + 2, height: T * 0.98 }],
    },
    {
      depth: 0.25,
      widths: widths(15, 34),
      height: rise(0.78, 0.26),
      haze: 0.42,
      windows: shrink(WINDOWS.fine),
      lit: 0.3,
      landmarks: [
        { kind: 'needle', at: mid - W * 0.05, w: 46 * s, height: T * 1.0 },
        { kind: 'crown', at: mid + W * 0.04, w: 34 * s, height: T * 0.8 },
        { kind: 'slant', at: mid + W * 0.13, w: 30 * s, height: T * 0.66 },
      ],
    },
    {
      depth: 0.47,
      widths: widths(22, 46),
      height: rise(0.64, 0.22),
      haze: 0.28,
      windows: shrink(WINDOWS.mid),
      lit: 0.8,
      lines: 0,
      landmarks: [
        { kind: 'taper', at: down + W * 0.01, w: 54 * s, height: T * 1.08 },
        { kind: 'setback', at: down - W * 0.08, w: 44 * s, height: T * 0.72 },
      ],
    },
    {
      depth: 0.72,
      widths: widths(28, 60),
      height: (x, roll) => H * towers * (0.1 + 0.3 * bell(x, down, W * 0.2)) * (0.35 + 0.65 * roll),
      haze: 0.16,
      windows: shrink(WINDOWS.near),
      lit: 0.9,
      lines: 0,
    },
  ]
  if (shapeName === 'card') rows.shift()
  const camera = waterCamera(ctx, hz, 22, layout.focal)
  const [towerX, towerZ] =
    arrangement === AFAR ? [layout.tower[0] + 0.02, layout.tower[1] * 1.75] : layout.tower
  const origin = [((towerX + jitter(ctx, 'bridge', 0.02) - 0.5) * W * towerZ) / layout.focal, towerZ]
  const bridge = { origin, heading: layout.heading + vary(ctx, 'heading', 0.06), fine: ctx.detail === 1 }
  const boatId = harbour ? defs.add((id) => svg`<g id="${id}">${ferry(ctx)}</g>`) : ''
  const boatSize = { wide: 1.5, tall: 1.35, card: 0.95 }[shapeName]
  const boat = svg`<g transform="translate(${W * (0.46 + vary(ctx, 'ferry', 0.2))} ${
    hz + H * 0.13
  }) scale(${boatSize})"><use href="#${boatId}" transform="scale(1 -.7)"
    opacity=".22"/><use href="#${boatId}"/></g>`
  const cityId = defs.add((id) => svg`<g id="${id}">${city(ctx, hz, rows)}</g>`)
  return [
    sky(ctx, hz),
    stars(ctx, hz * 0.8),
    sunOrMoon(ctx, { x: sunX, y: H * sun[1], radius: mood === 'night' ? 24 * s : 34 * s }),
    clouds(ctx, hz),
    svg`<use href="#${cityId}"/>`,
    water(ctx, hz),
    reflection(ctx, cityId, hz, { strength: 0.5 }),
    glitter(ctx, sunX, hz, { count: 60 }),
    ripples(ctx, hz, { count: 80 }),
    harbour
      ? boat
      : [
          svg`<g opacity=".22">${shape(bridgeMirror(ctx, camera, bridge), palette.near)}</g>`,
          suspensionBridge(ctx, camera, bridge),
        ],
    pilings(ctx, camera, {
      x0: -66 * (W / layout.focal),
      x1: -16,
      z0: 112,
      z1: 190,
      count: shapeName === 'card' ? 9 : 20,
    }),
    birds(ctx, { x: W * 0.44, y: H * 0.45, count: 5, size: 9 * s }),
    helicopter(ctx, placeHelicopter(ctx, layout.heli)),
  ]
}
