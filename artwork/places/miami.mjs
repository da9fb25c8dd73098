import { waterCamera } from '../parts/camera.mjs'
import { causeway, parasols } from '../parts/causeway.mjs'
import { clouds } from '../parts/clouds.mjs'
import { decoHotel } from '../parts/deco-hotel.mjs'
import { WINDOWS, placeHelicopter, jitter, vary } from '../parts/framing.mjs'
import { helicopter } from '../parts/helicopter.mjs'
import { treeLine } from '../parts/land.mjs'
import { lighthouse } from '../parts/lighthouse.mjs'
import { bell, between, clamp, lerp, mix, pick, range } from '../parts/numbers.mjs'
import { definePalm, palm } from '../parts/palms.mjs'
import { sky, stars, sunOrMoon } from '../parts/sky.mjs'
import { city } from '../parts/skyline.mjs'
import { alpha, lens, line, shape, svg } from '../parts/svg-text.mjs'
import { glitter, reflection, ripples, water } from '../parts/water.mjs'

const DECO_TINTS = ['#f7c9b8', '#f6e7c8', '#bfe3d9', '#f3b6b3', '#cfe0ef', '#f8dca0', '#e3cbe6']
const NEON = ['#ff6fb5', '#59e3e0', '#ffb36b', '#a88bff', '#ff7a6b']

/** The arrangements: the hotels along the beach, or the lighthouse at the end of the beach. */
export function miami(ctx) {
  const { W, H, palette, defs, mood, format: shapeName, arrangement } = ctx
  const keys = arrangement === 1
  const layout = {
    wide: {
      horizon: 0.53,
      sun: { dawn: [0.62, 0.48], day: [1.02, -0.12], sunset: [0.6, 0.48], night: [0.48, 0.15] },
      hotels: 7,
      width: 235,
      floor: 26,
      drop: 0.15,
      beachEnd: 0.55,
      shore: 0.31,
      skyline: 0.16,
      city: 0.76,
      heli: [0.62, 0.2, 0.95],
      palms: [
        [0.955, 1.05, 0.66, -70, 1.75, -1],
        [1.01, 1.04, 0.42, -34, 1.3, 1],
      ],
      eye: 46,
      focal: 1100,
    },
    tall: {
      horizon: 0.55,
      sun: { dawn: [0.62, 0.52], day: [1.05, -0.12], sunset: [0.62, 0.52], night: [0.66, 0.2] },
      hotels: 6,
      width: 165,
      floor: 24,
      drop: 0.1,
      beachEnd: 0.6,
      shore: 0.42,
      skyline: 0.1,
      city: 0.74,
      heli: [0.5, 0.34, 0.85],
      palms: [
        [1.0, 1.03, 0.62, -36, 1.6, -1],
        [1.05, 1.02, 0.4, -20, 1.3, 1],
      ],
      eye: 60,
      focal: 1000,
    },
    card: {
      horizon: 0.54,
      sun: { dawn: [0.62, 0.48], day: [1.02, -0.12], sunset: [0.6, 0.49], night: [0.46, 0.15] },
      hotels: 3,
      width: 190,
      floor: 18,
      drop: 0.15,
      beachEnd: 0.56,
      shore: 0.31,
      skyline: 0.15,
      city: 0.78,
      heli: [0.56, 0.2, 0.58],
      palms: [[0.95, 1.05, 0.64, -50, 1.05, -1]],
      eye: 46,
      focal: 620,
    },
  }[shapeName]
  const hz = Math.round(H * layout.horizon),
    s = ctx.scale
  const sun = layout.sun[mood],
    sunX = W * (sun[0] + jitter(ctx, 'sun', 0.03) + (mood === 'day' ? 0 : vary(ctx, 'sun', 0.1)))
  ctx.lightX = sunX
  const T = H * layout.skyline * (keys ? 0.62 : 1),
    centre = W * (layout.city + jitter(ctx, 'city', 0.04))
  const rise = (share) => (x, roll) =>
    x < W * 0.5 ? 0 : T * share * (0.12 + 0.88 * bell(x, centre, W * 0.14)) * (0.35 + 0.65 * roll)
  const w = shapeName === 'wide' ? 1 : 0.66
  const kinds = ['slab', 'flat', 'slab', 'setback', 'antenna', 'slant']
  const rows = [
    { depth: 0.08, widths: [10 * w, 22 * w], height: rise(1), haze: 0.5, kinds },
    {
      depth: 0.3,
      widths: [14 * w, 32 * w],
      height: rise(0.85),
      haze: 0.3,
      kinds,
      windows: WINDOWS.fine,
      lit: 0.9,
    },
  ]
  if (shapeName === 'card') rows.shift()
  const rand = ctx.stream('coast')
  const endX = W * layout.beachEnd
  // The hotel line falls from the far point on the horizon to the left edge of the picture.
  const k = (x) => clamp(1 - (x + 10) / (endX + 10), 0, 1)
  const baseAt = (x) => hz + 2 + H * layout.drop * k(x) ** 1.5
  const scaleAt = (x) => lerp(0.16, 1, k(x) ** 1.1)
  const hotels = []
  for (let x = -W * 0.03; !keys && x < endX - 8 && hotels.length < layout.hotels * 2;) {
    const scale = scaleAt(x),
      width = Math.round(layout.width * scale * between(rand, 0.75, 1.1))
    hotels.push({
      x: Math.round(x),
      w: width,
      base: Math.round(baseAt(x)),
      floors: Math.round(between(rand, 6, 10)),
      floorHeight: layout.floor * scale,
      tint: pick(rand, DECO_TINTS),
      neon: pick(rand, NEON),
      fin: rand() < 0.65 ? between(rand, 0.8, 1.5) : 0,
      depth: lerp(0.45, 1, k(x)),
    })
    x += width * between(rand, 1.0, 1.2) + 2
  }
  const shoreX = W * layout.shore
  const curve = (push) =>
    svg`M${endX} ${hz + 1}C${
      lerp(shoreX, endX, 0.55) + push * W * 0.3
    } ${hz + H * 0.02} ${shoreX + W * (0.03 + push)} ${hz + H * 0.07} ${shoreX + push * W} ${hz + H * 0.17}S${
      shoreX * 0.55 + push * 1.9 * W
    } ${hz + (H - hz) * 0.8} ${-W * 0.02 + push * 2.3 * W} ${H + 8}`
  const shallow = (push, tint, o) => shape(svg`${curve(push)}H-9V${hz + 2}z`, tint, alpha(o))
  const sand = svg`${curve(0)}H-9V${baseAt(-9) - 2}Q${endX * 0.45} ${
    baseAt(endX * 0.4) - 4
  } ${endX} ${hz + 1}z`
  const sandFill = defs.vertical([
    [0, mix(palette.sand, palette.haze, 0.35)],
    [0.4, palette.sand],
    [1, mix(palette.sand, palette.near, 0.12)],
  ])
  const foam = mix('#ffffff', palette.near, { dawn: 0.03, day: 0, sunset: 0.1, night: 0.35 }[mood])
  const leaf = mix(palette.leaf, palette.near, { dawn: 0.3, day: 0.05, sunset: 0.45, night: 0.35 }[mood])
  const rich = ctx.detail === 1
  const smallCrownId = definePalm(ctx, 'small crown', { fronds: rich ? 7 : 5, leaflets: rich ? 5 : 3 })
  const crownId = definePalm(ctx, 'crown', { fronds: rich ? 11 : 7, leaflets: rich ? 13 : 7, droop: 0.62 })
  const hedgePoints = range(9).map((i) => {
    const x = lerp(-10, endX, i / 8)
    return [Math.round(x), Math.round(baseAt(x) - 16 * s * scaleAt(x))]
  })
  const hedge = treeLine(rand, hedgePoints, rich ? 15 : 16, 9999)
    .replace(/V9999z$/, svg`L${endX * 0.45} ${baseAt(endX * 0.45) + 6 * s} -10 ${baseAt(-10) + 14 * s}z`)
    .replace(/^M[-\d]+ 9999V/, svg`M-10 `)
  const promenade = range(rich ? 15 : 5).map((i, _, all) => {
    const x = (endX - 20) * (1 - ((i + 0.5) / all.length) ** 0.8) + between(rand, -12, 12),
      size = scaleAt(x) * 0.62 * s
    return palm(smallCrownId, {
      x,
      y: baseAt(x) + 4 * size,
      height: 125 * size * between(rand, 0.8, 1.25),
      lean: between(rand, -18, 18) * size,
      size,
      colour: mix(palette.far, leaf, lerp(0.45, 1, k(x))),
      flip: rand() < 0.5 ? 1 : -1,
      trunk: 0.03,
    })
  })
  const spots = range(rich ? 34 : 5)
    .map(() => {
      const t = rand() ** 1.3,
        y = lerp(hz + H * 0.05, H * 0.93, t),
        u = rand()
      const left = lerp(endX * 0.7, -20, Math.min(1, t * 1.5)),
        right = shoreX * (1 - 0.75 * t ** 1.4) - 26 * s
      return [lerp(left, right, u), Math.max(y, baseAt(lerp(left, right, u)) + 26 * s), lerp(3, 17, t) * s]
    })
    .filter(([x, y]) => y < H && x > -10 && x < shoreX)
    .sort((a, b) => a[1] - b[1])
  const bars = range(rich ? 6 : 3)
    .map(() =>
      lens(
        W * between(rand, 0.4, 0.8),
        hz + H * between(rand, 0.05, 0.3),
        W * between(rand, 0.08, 0.22),
        H * between(rand, 0.005, 0.013),
      ),
    )
    .join('')
  const lightX = W * ({ wide: 0.3, tall: 0.3, card: 0.27 }[shapeName] + vary(ctx, 'light', 0.05)),
    lightSize = { wide: 1.5, tall: 1.35, card: 0.98 }[shapeName]
  const camera = waterCamera(ctx, hz, layout.eye, layout.focal)
  const right = W / 2 / layout.focal
  const cityId = defs.add((id) => svg`<g id="${id}">${city(ctx, hz, rows)}</g>`)
  return [
    sky(ctx, hz),
    stars(ctx, hz * 0.8),
    sunOrMoon(ctx, { x: sunX, y: H * sun[1], radius: (mood === 'night' ? 24 : 36) * s }),
    clouds(ctx, hz),
    svg`<use href="#${cityId}"/>`,
    water(ctx, hz),
    reflection(ctx, cityId, hz, { strength: 0.4 }),
    shape(bars, palette.water[0], alpha(mood === 'night' ? 0.1 : 0.3)),
    shallow(0.13, palette.water[1], 0.45),
    shallow(0.07, palette.water[0], 0.3),
    shallow(0.025, palette.water[0], 0.5),
    glitter(ctx, sunX, hz, { count: 60, spread: 0.8 }),
    ripples(ctx, hz, { count: rich ? 70 : 50, left: W * 0.36 }),
    causeway(ctx, camera, {
      from: [right * 150 + 40, 130],
      to: [((centre - W / 2) / layout.focal) * 2600 - 60, 2600],
    }),
    hotels.reverse().map((hotel) => decoHotel(ctx, hotel)),
    keys
      ? svg`<g transform="translate(${lightX} ${
          baseAt(lightX) + 8 * s
        }) scale(${lightSize})">${lighthouse(ctx)}</g>`
      : '',
    shape(sand, sandFill),
    line(curve(0), foam, 6 * s, alpha(0.9)),
    line(curve(0.012), foam, 2 * s, alpha(0.5)),
    shape(hedge, mix(leaf, palette.near, 0.1)),
    promenade,
    mood === 'night' ? '' : parasols(ctx, rand, spots),
    layout.palms.map(([px, py, up, lean, size, flip]) =>
      palm(crownId, {
        x: W * px,
        y: H * py,
        height: H * up,
        lean: lean * s,
        size,
        flip,
        colour: mix(palette.near, palette.leaf, mood === 'day' ? 0.3 : 0.12),
        trunk: 0.018,
      }),
    ),
    helicopter(ctx, placeHelicopter(ctx, layout.heli)),
  ]
}
