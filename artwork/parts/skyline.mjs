import { hazeBand } from './clouds.mjs'
import { getLitWindowShare } from './framing.mjs'
import { between, mix } from './numbers.mjs'
import { atDepth } from './palettes.mjs'
import { alpha, line, shape } from './svg-text.mjs'
import { bodyTop, planRow, rowOutline } from './towers.mjs'

/** Lit windows of one tower, written as short strokes along each floor. */
function litWindows(rand, tower, { floor, bay, glass, share }) {
  const buckets = ['', '', '']
  const habit = rand()
  const margin = tower.kind === 'taper' ? tower.w * 0.2 : Math.max(2, bay * 0.6)
  const from = tower.x + margin,
    to = tower.x + tower.w - margin
  const mood =
    habit < 0.3
      ? { stay: 0.8, share: share * 0.5 }
      : habit < 0.8
        ? { stay: 0.1, share }
        : { stay: 0.4, share: share * 1.5 }
  for (let y = bodyTop(tower) + floor; y < tower.base - floor; y += floor) {
    if (rand() < 0.34) continue
    const bucket = Math.floor(rand() * 3)
    let lit = false,
      pen = null
    for (let x = Math.round(from); x + glass <= to; x += bay) {
      lit = lit ? rand() < mood.stay + mood.share : rand() < mood.share
      if (!lit) continue
      buckets[bucket] += pen === null ? `M${x} ${y}h${glass}` : `m${x - pen} 0h${glass}`
      pen = x + glass
    }
  }
  return buckets
}

/** Draws a row: bodies, the sides turned to the light, thin facade lines, windows. */
function drawRow(ctx, row, { depth, rand, windows, lines = 0, lift = 0 }) {
  const { palette, defs } = ctx
  const base = row[0]?.base ?? 0
  const tallest = Math.min(...row.map((t) => t.top), base - 10)
  const body = atDepth(palette, depth)
  const bodyFill = defs.vertical(
    [
      [0, body],
      [1, mix(body, palette.haze, 0.5 * (1 - depth))],
    ],
    tallest,
    base,
  )
  const facetColour = mix(body, palette.facet, palette.facetAmount + lift)
  const facetFill = defs.vertical(
    [
      [0, facetColour],
      [1, facetColour, 0.1],
    ],
    tallest,
    base,
  )
  const outlines = row.length ? rowOutline(rand, row) : ''
  let facets = '',
    seams = ''
  const lights = ['', '', '']
  for (const tower of row) {
    const towardsRight = tower.x + tower.w / 2 < ctx.lightX
    const share = Math.round(tower.w * between(rand, 0.24, 0.42))
    if (tower.w > 6 && tower.kind !== 'taper' && depth > 0.1 && (ctx.detail === 1 || depth > 0.2))
      facets +=
        `M${towardsRight ? tower.x + tower.w - share : tower.x} ` +
        `${tower.base}V${bodyTop(tower)}h${share}V${tower.base}`
    if (lines)
      for (let x = tower.x + lines; x < tower.x + tower.w - 2; x += lines)
        seams += `M${x} ${bodyTop(tower) + 3}V${base}`
    if (windows)
      litWindows(rand, tower, windows).forEach((d, i) => {
        lights[i] += d
      })
  }
  const glass = windows?.height ?? 0
  return [
    shape(outlines, bodyFill),
    shape(facets, facetFill),
    line(
      seams,
      palette.mood === 'day' ? '#fff' : palette.near,
      1,
      alpha(palette.mood === 'day' ? 0.16 : 0.22),
    ),
    line(lights[0], palette.window, glass, alpha(0.95)),
    line(lights[1], mix(palette.window, '#ffffff', 0.3), glass, alpha(0.6)),
    line(lights[2], palette.window, glass, alpha(0.34)),
  ]
}

/**
 * A whole city on the horizon, far rows first, mist between them.
 * rows: [{ depth, widths, height(x, roll), windows?, landmarks?, x0?, x1? }]
 */
export function city(ctx, base, rows) {
  const { W, H, palette, detail } = ctx
  return rows.map((spec, i) => {
    const rand = ctx.stream('city' + i)
    const row = planRow(rand, { x0: -12, x1: W + 12, base, skyline: spec.height, ...spec })
    const share = palette.litShare * (spec.lit ?? 1) * 0.84 * getLitWindowShare(ctx)
    const windows =
      spec.windows && share > 0 && (detail === 1 || i === rows.length - 1)
        ? { ...spec.windows, share: share * (detail < 1 ? 0.7 : 1) }
        : null
    return [
      drawRow(ctx, row, { depth: spec.depth, rand, windows, lines: spec.lines, lift: spec.lift }),
      spec.haze
        ? hazeBand(ctx, { base, height: H * 0.2, opacity: spec.haze * (palette.mood === 'night' ? 0.6 : 1) })
        : '',
    ]
  })
}
