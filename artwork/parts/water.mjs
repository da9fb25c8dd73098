import { between, lerp, mix, range } from './numbers.mjs'
import { alpha, lens, shape, svg } from './svg-text.mjs'

export function water(ctx, top, bottom = ctx.H) {
  const { W, palette, defs } = ctx
  const fill = defs.vertical(palette.water.map((colour, i) => [[0, 0.16, 0.5, 1][i], colour]))
  return shape(svg`M0 ${top}h${W}V${bottom}H0z`, fill)
}

/** A flipped copy of an already defined group, fading with distance from the shore. */
export function reflection(ctx, groupId, shore, { squash = 0.8, strength = 0.5, reach = 0.6 } = {}) {
  const { W, H, defs } = ctx
  const fade = defs.vertical([
    [0, '#fff', strength],
    [reach, '#fff', 0],
  ])
  const mask = defs.add(
    (id) => svg`<mask id="${id}"><path fill="${fade}" d="M0 ${shore}h${W}V${H}H0z"/></mask>`,
  )
  return svg`<g mask="url(#${mask})"><use href="#${groupId}" transform="matrix(1 0 0 ${-squash}
    0 ${Math.round(shore * (1 + squash))})"/></g>`
}

/** Small waves: fine and dense at the horizon, broad towards the viewer. */
export function ripples(ctx, top, { count = 110, left = 0, right = ctx.W, bottom = ctx.H } = {}) {
  const { palette, detail } = ctx
  const rand = ctx.stream('ripples')
  let dark = '',
    light = ''
  for (const i of range(count * detail)) {
    const t = ((i + rand()) / (count * detail)) ** 1.5
    const y = Math.round(lerp(top + 3, bottom, t))
    const w = Math.round(lerp(10, 150, t) * between(rand, 0.5, 1.5))
    const wave = lens(Math.round(lerp(left, right, rand()) - w / 2), y, w, Math.round(lerp(1, 7, t)))
    if (rand() < 0.6) dark += wave
    else light += wave
  }
  return (
    shape(dark, palette.near, alpha(palette.mood === 'day' ? 0.13 : 0.22)) +
    shape(light, mix(palette.sky[4], palette.core, 0.3), alpha(palette.mood === 'night' ? 0.1 : 0.2))
  )
}

/** The path of light under the sun or moon. */
export function glitter(ctx, x, top, { count = 80, spread = 1, bottom = ctx.H } = {}) {
  const { palette, detail, scale } = ctx
  if (palette.mood === 'day') return ''
  const rand = ctx.stream('glitter')
  let d = ''
  for (const i of range(count * Math.max(0.5, detail))) {
    const t = ((i + rand()) / (count * Math.max(0.5, detail))) ** 1.35
    const reach = lerp(14, 190, t) * spread * scale
    const w = Math.round(lerp(10, 90, t) * between(rand, 0.3, 1.2) * scale)
    const offset = (rand() + rand() - 1) * reach
    d += lens(
      Math.round(x + offset - w / 2),
      Math.round(lerp(top + 3, bottom, t)),
      w,
      Math.max(1, Math.round(lerp(1.4, 5, t) * scale)),
    )
  }
  return shape(d, mix(palette.core, palette.glow, 0.35), alpha(palette.mood === 'night' ? 0.5 : 0.62))
}
