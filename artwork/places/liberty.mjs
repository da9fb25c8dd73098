import { ferry, sailboat } from '../parts/boats.mjs'
import { clouds } from '../parts/clouds.mjs'
import { WINDOWS, placeHelicopter, jitter, vary } from '../parts/framing.mjs'
import { birds, helicopter } from '../parts/helicopter.mjs'
import { treeLine } from '../parts/land.mjs'
import { statue, statuePedestal } from '../parts/landmarks.mjs'
import { bell, between, lerp, mix, range } from '../parts/numbers.mjs'
import { sky, stars, sunOrMoon } from '../parts/sky.mjs'
import { city } from '../parts/skyline.mjs'
import { alpha, lens, shape, svg } from '../parts/svg-text.mjs'
import { glitter, reflection, ripples, water } from '../parts/water.mjs'

/**
 * The arrangements: the statue on the right, near on the left, or further off with the city large
 * behind it.
 */
const [, NEAR, AFAR] = [0, 1, 2]

export function liberty(ctx) {
  const { W, H, palette, defs, mood, format: shapeName, arrangement } = ctx
  const near = arrangement === NEAR,
    afar = arrangement === AFAR
  const layout = {
    wide: {
      horizon: 0.72,
      statue: [0.72, 1.86],
      sun: { dawn: [0.8, 0.62], day: [1.02, -0.12], sunset: [0.655, 0.6], night: [0.87, 0.17] },
      ferry: [0.2, 0.1, 1.3],
      heli: [0.5, 0.26, 0.85],
      skyline: 0.19,
      island: 0.24,
    },
    tall: {
      horizon: 0.72,
      statue: [0.62, 2.3],
      sun: { dawn: [0.7, 0.62], day: [1.05, -0.12], sunset: [0.5, 0.58], night: [0.24, 0.36] },
      ferry: [0.06, 0.075, 1.2],
      heli: [0.27, 0.47, 0.72],
      skyline: 0.13,
      island: 0.42,
    },
    card: {
      horizon: 0.74,
      statue: [0.7, 1.3],
      sun: { dawn: [0.8, 0.62], day: [1.02, -0.12], sunset: [0.6, 0.6], night: [0.42, 0.15] },
      ferry: [0.1, 0.1, 0.8],
      heli: [0.34, 0.37, 0.52],
      skyline: 0.19,
      island: 0.27,
    },
  }[shapeName]
  const hz = Math.round(H * layout.horizon),
    s = ctx.scale
  const across = (share) => (near ? 1 - share : share)
  const statueSize = layout.statue[1] * (near ? 1.14 : afar ? 0.72 : 1)
  const statueX = W * (across(layout.statue[0]) + (afar ? 0.08 : 0) + jitter(ctx, 'statue', 0.025))
  const sun = layout.sun[mood],
    sunX = W * (across(sun[0]) + (afar && mood !== 'day' ? -0.22 : 0) + vary(ctx, 'sun', 0.05))
  ctx.lightX = sunX
  const centre = W * (across(afar ? 0.34 : 0.24) + jitter(ctx, 'skyline', 0.07)),
    T = H * layout.skyline * (afar ? 1.75 : 1)
  const rise = (share) => (x, roll) =>
    T *
    share *
    (0.1 + 0.9 * (bell(x, centre, W * 0.15) + 0.3 * bell(x, centre + W * (near ? -0.3 : 0.3), W * 0.12))) *
    (0.3 + 0.7 * roll)
  const wScale = shapeName === 'card' ? 0.6 : shapeName === 'tall' ? 0.75 : 1
  const rows = [
    {
      depth: 0.03,
      widths: [8 * wScale, 20 * wScale],
      height: rise(0.8),
      haze: 0.7,
      landmarks: [
        { kind: 'needle', at: centre + W * (near ? -0.16 : 0.16), w: 26 * wScale, height: T * 0.66 },
      ],
    },
    {
      depth: 0.18,
      widths: [12 * wScale, 26 * wScale],
      height: rise(0.78),
      haze: 0.5,
      windows: WINDOWS.fine,
      lit: 0.7,
      landmarks: [{ kind: 'taper', at: centre, w: 38 * wScale, height: T }],
    },
    {
      depth: 0.36,
      widths: [16 * wScale, 34 * wScale],
      height: rise(0.5),
      haze: 0.4,
      windows: WINDOWS.fine,
      lit: 0.9,
    },
  ]
  if (shapeName === 'card') rows.shift()
  const ground = hz + H * 0.022
  const rand = ctx.stream('island')
  const half = W * layout.island * (afar ? 0.72 : 1)
  const shore = svg`M${statueX - half} ${ground + 6}Q${statueX - half * 0.8} ${ground - 8 * s} ${
    statueX - half * 0.5
  } ${ground - 9 * s}H${
    statueX + half * 0.6
  }Q${statueX + half * 0.9} ${ground - 7 * s} ${statueX + half * 1.1} ${ground + 6}Q${statueX}
    ${ground + 13 * s} ${statueX - half} ${ground + 6}z`
  const trees = (from, to, size) =>
    treeLine(
      rand,
      range(7).map((i) => [
        Math.round(lerp(from, to, i / 6)),
        Math.round(ground - size * (0.1 + Math.sin((i / 6) * Math.PI) ** 0.6 * between(rand, 0.9, 1.9))),
      ]),
      size,
      Math.round(ground),
    )
  const size = 20 * s * (shapeName === 'tall' ? 0.9 : 1)
  const leaf = mix(palette.leaf, palette.near, 0.25)
  const treeFill = defs.vertical([
    [0, mix(leaf, palette.facet, 0.25)],
    [1, mix(leaf, palette.near, 0.5)],
  ])
  const skylineId = defs.add((id) => svg`<g id="${id}">${city(ctx, hz, rows)}</g>`)
  const island = [
    shape(shore, mix(mix(palette.rock, palette.near, 0.45), palette.facet, 0.1)),
    shape(trees(statueX - half * 0.92, statueX - 66 * statueSize, size), treeFill),
    svg`<g transform="translate(${statueX} ${
      ground - 96 * statueSize
    }) scale(${statueSize})">${statuePedestal(ctx)}${statue(ctx)}</g>`,
    shape(trees(statueX + 60 * statueSize, statueX + half, size * 1.1), treeFill),
    shape(
      trees(statueX - 78 * statueSize, statueX - 44 * statueSize, size * 0.7) +
        trees(statueX + 40 * statueSize, statueX + 72 * statueSize, size * 0.75),
      mix(leaf, palette.near, 0.3),
    ),
  ]
  const islandId = defs.add((id) => svg`<g id="${id}">${island}</g>`)
  const [fx, fy, fs] = layout.ferry
  const ferryY = hz + H * fy,
    ferryX = W * (near ? 0.62 : fx) + W * jitter(ctx, 'ferry', 0.04)
  const ferryId = defs.add((id) => svg`<g id="${id}">${ferry(ctx)}</g>`)
  const wake = range(7)
    .map((i) =>
      lens(ferryX + 150 * fs - 20 + i * 22 * fs, ferryY + 1 + (i % 3) * 2, (40 + i * 18) * fs, 2.5 * fs),
    )
    .join('')
  const [hx, hy, hs] = layout.heli
  const flight = [near ? 0.68 : afar ? 0.34 : hx, afar ? hy * 0.9 : hy, hs * (near ? 1.1 : 1)]
  return [
    sky(ctx, hz),
    stars(ctx, hz * 0.85),
    sunOrMoon(ctx, { x: sunX, y: H * sun[1], radius: (mood === 'night' ? 22 : 40) * s }),
    clouds(ctx, hz),
    svg`<use href="#${skylineId}"/>`,
    water(ctx, hz),
    reflection(ctx, skylineId, hz, { strength: 0.45 }),
    reflection(ctx, islandId, Math.round(ground + 4), { strength: 0.42, squash: 0.7, reach: 0.95 }),
    glitter(ctx, sunX, hz + H * 0.03, { count: 70, spread: 1.1 }),
    ripples(ctx, hz + 6, { count: 100 }),
    svg`<use href="#${islandId}"/>`,
    svg`<g transform="translate(${ferryX}
      ${ferryY}) scale(${fs})"><use href="#${ferryId}" transform="scale(1 -.7)"
      opacity=".22"/><use href="#${ferryId}"/></g>`,
    afar ? sailboat(ctx, W * 0.5, hz + H * 0.14, 0.75 * fs) : '',
    shape(wake, mix(palette.core, palette.sky[4], 0.3), alpha(mood === 'night' ? 0.3 : 0.6)),
    birds(ctx, { x: W * 0.4, y: H * 0.5, count: 6, size: 10 * s }),
    helicopter(ctx, {
      ...placeHelicopter(ctx, flight, { across: 0.07, up: 0.04 }),
      flip: near ? 1 : -1,
    }),
  ]
}
