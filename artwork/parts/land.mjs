import { between, clamp, lerp, mix, range } from './numbers.mjs'
import { atDepth } from './palettes.mjs'
import { alpha, line, polyline, shape, svg } from './svg-text.mjs'

/** A smooth ridge line built from a few waves. */
function ridge(rand, x0, x1, step, base, height, roughness = 1) {
  const waves = range(5).map((i) => ({
    k: (i + 1) * between(rand, 0.7, 1.4),
    phase: rand() * 7,
    size: 1 / (i + 1) ** (1.5 - 0.4 * roughness),
  }))
  const total = waves.reduce((sum, wave) => sum + wave.size, 0)
  return range((x1 - x0) / step + 1).map((i) => {
    const x = Math.min(x1, x0 + i * step),
      t = (x - x0) / (x1 - x0)
    const v =
      waves.reduce((sum, wave) => sum + wave.size * (0.5 + 0.5 * Math.sin(wave.k * t * 6 + wave.phase)), 0) /
      total
    return [Math.round(x), Math.round(base - height(t) * (0.25 + 0.75 * v))]
  })
}

export const closedBelow = (points, y) => polyline(points) + `V${Math.round(y)}H${points[0][0]}z`

/** Ridges behind each other, each with its own mist. */
export function hills(ctx, base, specs) {
  const { W, H, palette, defs } = ctx
  return specs.map(
    ({ height, depth, colour, haze = 0.5, x0 = -10, x1 = W + 10, step = 22, rough = 1 }, i) => {
      const rand = ctx.stream('hills' + i)
      const points = ridge(
        rand,
        x0,
        x1,
        step,
        base,
        (t) => H * (typeof height === 'function' ? height(t) : height),
        rough,
      )
      const tone = colour ?? atDepth(palette, depth)
      const top = Math.min(...points.map((p) => p[1]))
      const fill = defs.vertical(
        [
          [0, tone],
          [1, mix(tone, palette.haze, haze * (1 - depth))],
        ],
        top,
        base,
      )
      return shape(closedBelow(points, base + 3), fill)
    },
  )
}

/** Tree tops: a run of round crowns along a line of points, as one outline. */
export function treeLine(rand, points, size, foot) {
  let d = svg`M${points[0][0]} ${foot}V${points[0][1]}`
  let [x, y] = points[0]
  const end = points.at(-1)[0]
  let segment = 0
  while (x < end) {
    const w = Math.max(2, Math.round(size * between(rand, 0.25, 1.1)))
    const nextX = Math.min(end, x + w)
    while (segment < points.length - 2 && points[segment + 1][0] < nextX) segment++
    const [ax, ay] = points[segment],
      [bx, by] = points[segment + 1]
    const nextY = Math.round(
      lerp(ay, by, clamp((nextX - ax) / Math.max(1, bx - ax), 0, 1)) -
        (nextX === end ? 0 : (rand() - 0.3) * size * 0.55),
    )
    const radius = Math.max(1, Math.round(Math.hypot(nextX - x, nextY - y) * between(rand, 0.55, 0.85)))
    d += `a${radius} ${radius} 0 0 1 ${nextX - x} ${nextY - Math.round(y)}`
    x = nextX
    y = nextY
  }
  return d + svg`V${foot}z`
}

/**
 * Palisades: a wall of stone columns, woods above, a wooded slope below.
 * `rim` and `foot` are functions of x; the foot drops towards the viewer.
 */
export function cliff(ctx, { x0, x1, rim, foot, depth, columns, name }) {
  const { palette, defs } = ctx
  const rand = ctx.stream('cliff' + name)
  const fade = (colour) => mix(colour, palette.far, (1 - depth) * 0.9)
  const joints = ctx.detail === 1 ? 14 : 8
  const rock = fade(palette.rock),
    shade = fade(mix(palette.rock, palette.near, 0.6)),
    lit = fade(mix(palette.rock, palette.facet, palette.facetAmount + 0.15))
  const xs = range(joints + 1).map((i) => Math.round(lerp(x0, x1, i / joints)))
  const along = (f) => xs.map((x) => [x, Math.round(f(x))])
  const back = (f) => along(f).reverse()
  const tall = (x) => foot(x) - rim(x)
  const top = Math.min(...xs.map(rim)),
    low = foot(x1)
  const band = (upper, lower) => polyline([...along(upper), ...back(lower)]) + 'z'
  let dark = '',
    bright = ''
  for (let x = x0 + columns * 0.4; x < x1;) {
    const w = columns * between(rand, 0.25, 1.1),
      h = tall(x)
    const y = rim(x) + h * between(rand, 0.02, 0.2),
      end = rim(x) + h * between(rand, 0.4, 0.8)
    const column = svg`M${Math.round(x)} ${Math.round(y)}l${Math.round(w * 0.6)} ${-Math.round(
      h * 0.03,
    )}l${Math.round(-w * 0.1)} ${Math.round(end - y)}l${-Math.round(w * 0.35)} ${Math.round(h * 0.06)}z`
    if (rand() < 0.6) dark += column
    else bright += column
    x += w
  }
  const leaf = fade(palette.leaf)
  const woods = (f, size, lower) => {
    const line = treeLine(rand, along(f), size, 9999)
    return line
      .replace(/^M[\d.-]+ 9999V/, svg`M${xs[0]} `)
      .replace(/V9999z$/, 'L' + polyline(back(lower)).slice(1) + 'z')
  }
  const slopeTop = (x) =>
    foot(x) - tall(x) * (0.24 + 0.07 * Math.sin(x / columns / 2.3) + 0.04 * Math.sin(x / columns))
  const slopeFill = defs.vertical([
    [0, mix(leaf, palette.facet, 0.16 * depth)],
    [1, mix(leaf, palette.near, 0.45 * depth)],
  ])
  return [
    shape(
      band((x) => foot(x) + 0.55 * tall(x), foot),
      defs.vertical([
        [0, shade, 0.5],
        [1, shade, 0],
      ]),
    ),
    shape(
      band(rim, foot),
      defs.vertical(
        [
          [0, rock],
          [0.8, mix(rock, palette.near, 0.3 * depth)],
          [1, mix(rock, palette.haze, 0.25)],
        ],
        top,
        low,
      ),
    ),
    shape(dark, shade, alpha(0.5)),
    shape(bright, lit, alpha(0.55)),
    shape(
      woods(
        (x) => rim(x) - columns * 0.3,
        columns * 0.7,
        (x) => rim(x) + tall(x) * 0.05 + columns * 0.12,
      ),
      leaf,
    ),
    shape(
      woods(
        (x) => slopeTop(x),
        columns * 0.6,
        (x) => foot(x),
      ),
      slopeFill,
    ),
    shape(
      woods(
        (x) => lerp(slopeTop(x), foot(x), 0.5),
        columns * 0.8,
        (x) => foot(x),
      ),
      mix(leaf, palette.near, 0.3 * depth),
      alpha(0.7),
    ),
    line(polyline(along((x) => foot(x) + 1)), mix(palette.core, palette.haze, 0.5), 2 * depth, alpha(0.35)),
  ]
}
