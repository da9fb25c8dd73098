import { mix, range } from './numbers.mjs'
import { alpha, line, shape, svg } from './svg-text.mjs'

/** A seaside hotel of the thirties: stepped top, central fin, eyebrow ledges, rounded corners. */
export function decoHotel(ctx, { x, w, base, floors, floorHeight, tint, depth, fin = 1, neon }) {
  const { palette, defs } = ctx
  const h = floors * floorHeight,
    top = base - h
  const cx = x + w / 2,
    wing = w * 0.22,
    corner = Math.min(8, w * 0.06)
  const dusk = mix(
    tint,
    palette.sky[palette.mood === 'night' ? 3 : 2],
    { dawn: 0.3, day: 0.04, sunset: 0.62, night: 0.7 }[palette.mood],
  )
  const wall = mix(
    mix(dusk, palette.far, 1 - depth),
    palette.near,
    { dawn: 0.14, day: 0.02, sunset: 0.36, night: 0.5 }[palette.mood],
  )
  const shade = mix(wall, palette.near, 0.3),
    lit = mix(wall, palette.facet, palette.facetAmount * 0.7)
  const step = floorHeight * 0.5
  const body = svg`M${x} ${base}V${
    top + corner
  }q0 ${-corner} ${corner} ${-corner}H${x + wing}v${-step}h${wing * 0.35}v${-step}H${
    x + w - wing * 1.35
  }v${step}h${wing * 0.35}v${step}H${x + w - corner}q${corner} 0 ${corner} ${corner}V${base}z`
  const finPath = fin
    ? svg`M${cx - w * 0.05} ${base}V${top - step * 2 - h * 0.1}q0 ${-h * 0.1 * fin} ${w * 0.05} ${
        -h * 0.13 * fin
      }q${w * 0.05} ${h * 0.03} ${w * 0.05} ${h * 0.13 * fin}V${base}z`
    : ''
  let ledges = '',
    panes = ''
  for (const i of range(floors)) {
    const y = top + (i + 0.62) * floorHeight
    panes += svg`M${x + w * 0.06} ${y}h${w * 0.3}m${w * 0.28} 0h${w * 0.3}`
    ledges += svg`M${x - 1} ${y - floorHeight * 0.36}h${w * 0.4}m${w * 0.22} 0h${w * 0.4}`
  }
  const glowing = palette.mood === 'night' || palette.mood === 'sunset'
  const paneColour = glowing ? palette.window : mix(wall, palette.near, 0.55)
  const side = x + w / 2 < ctx.lightX ? x + w * 0.72 : x
  return [
    shape(
      body,
      defs.vertical(
        [
          [0, lit],
          [1, wall],
        ],
        top,
        base,
      ),
    ),
    shape(
      svg`M${x + w - side + x - w * 0.28} ${base}V${top + corner}h${w * 0.28}V${base}z`,
      shade,
      alpha(0.35),
    ),
    line(
      panes,
      paneColour,
      floorHeight * 0.34,
      svg` stroke-dasharray="${w * 0.052} ${w * 0.03}" opacity="${glowing ? 0.85 : 0.5}"`,
    ),
    line(ledges, lit, Math.max(1, floorHeight * 0.13), alpha(0.9)),
    shape(
      finPath,
      defs.vertical(
        [
          [0, mix(lit, palette.core, 0.25)],
          [1, wall],
        ],
        top - h * 0.2,
        base,
      ),
    ),
    palette.mood === 'night' || palette.mood === 'sunset'
      ? line(
          svg`M${cx} ${base - floorHeight}V${
            top - h * 0.16 * fin - step
          }M${x + 2} ${top - 1}H${x + wing}v${-step}h${wing * 0.35}v${-step}H${
            x + w - wing * 1.35
          }v${step}h${wing * 0.35}v${step}H${x + w - 2}`,
          neon,
          1.8,
          alpha(palette.mood === 'night' ? 0.95 : 0.6),
        )
      : '',
  ]
}
