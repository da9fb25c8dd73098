import { between, lerp, mix, range } from './numbers.mjs'
import { alpha, shape, svg } from './svg-text.mjs'

/** Long soft streaks of high cloud. */
export function streakClouds(ctx, { top, bottom, count }) {
  const { W, H, palette, defs } = ctx
  const rand = ctx.stream('streaks')
  const light = defs.glow(
    palette.cloudLight,
    { dawn: 0.7, day: 0.75, sunset: 0.75, night: 0.5 }[palette.mood],
  )
  const dark = defs.glow(palette.cloudDark, { dawn: 0.5, day: 0.25, sunset: 0.7, night: 0.8 }[palette.mood])
  return range(count).map(() => {
    const t = rand()
    const span = Math.max(W, H * 0.8),
      x = W * (ctx.format === 'tall' ? rand() : 0.34 + 0.76 * rand()),
      y = lerp(top, bottom, t),
      size = between(rand, 0.6, 1.1)
    const fill = t + rand() * 0.4 > 0.55 ? light : dark
    return range(3).map(
      (i) =>
        svg`<ellipse cx="${Math.round(
          x + between(rand, -0.12, 0.12) * span,
        )}" cy="${Math.round(y + (i - 1) * H * 0.013 * size)}" rx="${Math.round(
          span * size * between(rand, 0.1, 0.24),
        )}" ry="${Math.min(H, W) * size * between(rand, 0.008, 0.02) * (1.25 - t * 0.5)}" fill="${fill}"/>`,
    )
  })
}

/**
 * One heap of cumulus: a few bumps of very different size on top, dissolving into the air below.
 */
function cumulusOutline(rand, x, y, w, h) {
  const peak = between(rand, 0.32, 0.68)
  const envelope = (t) => (t < peak ? (t / peak) ** 1.3 : ((1 - t) / (1 - peak)) ** 1.1)
  let d = svg`M${x} ${y}`
  for (let t = 0, lastY = y; t < 1;) {
    const tall = 0.35 + envelope(t)
    const next = Math.min(1, t + between(rand, 0.05, 0.13) * tall)
    const end = next > 0.94 ? 1 : next
    const nextY = end === 1 ? y : y - h * envelope(end) * between(rand, 0.78, 1)
    const dx = (end - t) * w,
      dy = nextY - lastY
    const radius = Math.hypot(dx, dy) * between(rand, 0.52, 0.66)
    d += svg`a${radius} ${radius} 0 0 1 ${Math.round(dx)} ${Math.round(dy)}`
    lastY = nextY
    t = end
  }
  return d + svg`V${y}z`
}

function cumulusBanks(ctx, { base, count, size = 1 }) {
  const { W, H, palette, defs } = ctx
  const rand = ctx.stream('cumulus')
  const fade = (colour, top) =>
    defs.vertical([
      [0, colour, top],
      [0.5, colour, top * 0.6],
      [1, colour, 0],
    ])
  const front = fade(palette.cloudLight, palette.mood === 'day' ? 0.95 : 0.5)
  const back = fade(mix(palette.cloudLight, palette.cloudDark, 0.55), palette.mood === 'day' ? 0.8 : 0.45)
  const unit = Math.min(W, H * 1.2) * size
  return range(count).map((i) => {
    const w = unit * between(rand, 0.22, 0.5)
    const h = w * between(rand, 0.2, 0.34)
    const x = W * ((i + rand() * 0.8) / count) - w * 0.4
    const y = base - H * between(rand, 0, 0.09)
    return (
      shape(cumulusOutline(rand, x + w * 0.12, y - h * 0.12, w * 0.9, h), back) +
      shape(cumulusOutline(rand, x, y, w, h * 0.72), front)
    )
  })
}

export function clouds(ctx, horizon) {
  const { H, palette, detail } = ctx
  const many = detail < 1 ? 0.4 : 1
  const streaks = streakClouds(ctx, {
    top: horizon * (ctx.format === 'tall' ? 0.42 : 0.24),
    bottom: horizon * 0.86,
    count: { dawn: 6, day: 2, sunset: 7, night: 4 }[palette.mood] * many,
  })
  const banks = Math.round({ dawn: 2, day: 4, sunset: 0, night: 0 }[palette.mood] * (detail < 1 ? 0.4 : 1))
  return [
    streaks,
    banks
      ? cumulusBanks(ctx, { base: horizon - H * 0.07, count: banks, size: palette.mood === 'day' ? 1 : 0.8 })
      : '',
  ]
}

/** Mist that thickens towards a base line. */
export function hazeBand(ctx, { base, height, opacity }) {
  ctx.hazeFill ??= ctx.defs.vertical([
    [0, ctx.palette.haze, 0],
    [0.6, ctx.palette.haze, 0.3],
    [1, ctx.palette.haze, 0.75],
  ])
  return shape(svg`M0 ${(base - height) | 0}h${ctx.W}v${(height + 2) | 0}H0z`, ctx.hazeFill, alpha(opacity))
}

/** Mist lying around a line, fading upwards and downwards. */
export function mist(ctx, { y, height, opacity }) {
  ctx.mistFill ??= ctx.defs.vertical(
    [0, 0.18, 0.5, 0.82, 1].map((t) => [t, ctx.palette.haze, Math.sin(t * Math.PI) ** 1.6 * 0.8]),
  )
  return shape(svg`M0 ${y - height / 2}h${ctx.W}v${height}H0z`, ctx.mistFill, alpha(opacity))
}
