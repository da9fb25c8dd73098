import { range } from './numbers.mjs'
import { alpha, line, shape, svg } from './svg-text.mjs'

export function sky(ctx, horizon) {
  const { W, palette, defs } = ctx
  const offsets = [0, 0.27, 0.53, 0.72, 0.88, 1]
  const fill = defs.vertical(palette.sky.map((colour, i) => [offsets[i], colour]))
  return svg`<path fill="${fill}" d="M0 0h${W}v${horizon + 4}H0z"/>`
}

export function stars(ctx, bottom) {
  const { W, palette, detail } = ctx
  if (!palette.stars) return ''
  const rand = ctx.stream('stars')
  const dots = [[], []]
  for (
    let left = range(palette.stars * Math.max(0.4, detail) * (bottom < ctx.H * 0.3 ? 0.5 : 1)).length;
    left > 0;
    left--
  ) {
    const y = bottom * rand() ** 1.3
    dots[rand() < 0.2 ? 1 : 0].push(svg`M${Math.round(rand() * W)} ${Math.round(y)}h0`)
  }
  return (
    line(dots[0].join(''), '#fff', 1.3, ' stroke-linecap="round" opacity=".55"') +
    line(dots[1].join(''), '#fff', 2.2, ' stroke-linecap="round" opacity=".85"')
  )
}

/** The sun low in the sky, the high sun out of the frame, or the moon. */
export function sunOrMoon(ctx, { x, y, radius, reach = 0.5 }) {
  const { W, H, palette, defs } = ctx
  const size = Math.max(W, H) * reach
  const strength = { dawn: 0.75, day: 0.5, sunset: 0.85, night: 0.26 }[palette.mood]
  const aura = svg`<ellipse cx="${x}" cy="${y}" rx="${size * (palette.mood === 'night' ? 1.5 : 1)}" ry="${
    size * (palette.mood === 'night' ? 1.1 : 0.72)
  }" fill="${defs.glow(palette.glow, strength)}"/>`
  if (palette.mood === 'day') return aura
  const corona = svg`<circle cx="${x}" cy="${y}" r="${radius * 3.6}" fill="${defs.glow(
    palette.core,
    palette.mood === 'night' ? 0.5 : 0.8,
  )}"/>`
  const disc = svg`<circle cx="${x}" cy="${y}" r="${radius}" fill="${palette.core}"/>`
  const craters =
    palette.mood === 'night'
      ? shape(
          svg`M${x - radius * 0.35} ${
            y - radius * 0.4
          }a${radius * 0.3} ${radius * 0.24} 20 1 0 ${radius * 0.4} ${radius * 0.5}a${radius * 0.3}
            ${radius * 0.3} 0 0 0 ${-radius * 0.4} ${-radius * 0.5}zM${x + radius * 0.3} ${
              y + radius * 0.35
            }a${radius * 0.2} ${radius * 0.16} 0 1 0 ${radius * 0.1} ${-radius * 0.1}z`,
          '#b9b4a2',
          alpha(0.35),
        )
      : ''
  return aura + corona + disc + craters
}
