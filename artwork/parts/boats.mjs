import { mix } from './numbers.mjs'
import { alpha, line, shape, svg } from './svg-text.mjs'

/** A two-decked harbour ferry, water line at 0, about 150 units long, heading left. */
export function ferry(ctx) {
  const { palette, defs } = ctx
  const hull = mix(
    '#d9752c',
    palette.near,
    { dawn: 0.45, day: 0.05, sunset: 0.62, night: 0.75 }[palette.mood],
  )
  const house = mix(
    '#f3ead8',
    palette.near,
    { dawn: 0.35, day: 0.02, sunset: 0.55, night: 0.7 }[palette.mood],
  )
  const panes = palette.mood === 'day' ? '#2f5a78' : palette.window
  return [
    shape(
      'M-4-12H154L146 1H4Z',
      defs.vertical(
        [
          [0, hull],
          [1, mix(hull, palette.near, 0.4)],
        ],
        -12,
        1,
      ),
    ),
    shape(
      'M4-12V-24H146V-12ZM16-24V-35H134V-24ZM58-35V-43H92V-35ZM36-35V-46H44V-35ZM106-35V-46H114V-35Z',
      defs.vertical(
        [
          [0, mix(house, palette.facet, 0.3)],
          [1, house],
        ],
        -46,
        -12,
      ),
    ),
    line('M8-18H142M20-29.500H130', panes, 5, ' stroke-dasharray="5 3"' + alpha(0.9)),
    line('M62-39H88', panes, 3),
    line('M2-12H148M14-24.500H136', mix(house, palette.near, 0.4), 1),
  ]
}

/** A small sloop; water line at 0. */
export function sailboat(ctx, x, y, size) {
  const sail = mix(
    '#fdf6e8',
    ctx.palette.near,
    { dawn: 0.15, day: 0, sunset: 0.35, night: 0.5 }[ctx.palette.mood],
  )
  return svg`<g transform="translate(${x} ${y}) scale(${size})">${shape(
    'M2-70Q24-36 25-8H2ZM-2-64Q-16-30-22-9H-2Z',
    sail,
  )}${shape('M2-70Q24-36 25-8H16Q16-40 2-70Z', ctx.palette.near, alpha(0.18))}${shape(
    'M-24-5H30L22 2H-16ZM-.6-74H.8V-4H-.6Z',
    mix(ctx.palette.near, ctx.palette.far, 0.1),
  )}${shape('M-18 4H22L8 30H2Z', sail, alpha(0.16))}</g>`
}
