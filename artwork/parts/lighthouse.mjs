import { mix } from './numbers.mjs'
import { alpha, line, shape, svg } from './svg-text.mjs'

/**
 * A white lighthouse with a dark lantern and a keeper's house. Ground at 0, about 200 units tall.
 */
export function lighthouse(ctx) {
  const { palette, defs } = ctx
  const dim = { dawn: 0.28, day: 0.02, sunset: 0.5, night: 0.6 }[palette.mood]
  const wall = mix('#fbf3e6', palette.near, dim),
    dark = mix('#23303f', palette.near, dim),
    roof = mix('#c4573a', palette.near, dim)
  const shaded = defs.vertical([
    [0, mix(wall, palette.facet, palette.facetAmount)],
    [1, mix(wall, palette.near, 0.18)],
  ])
  const shines = palette.mood !== 'day'
  const beam = shines
    ? svg`<circle cy="-183" r="64" fill="${defs.glow('#fff0c4', 0.9)}"/>${shape(
        'M0-186L-420-214V-150L0-180Z',
        '#fff0c4',
        alpha(palette.mood === 'night' ? 0.16 : 0.08),
      )}`
    : ''
  return [
    shape('M26 0V-26H82V0Z', shaded),
    shape('M20-26L40-46H70L88-26Z', roof),
    line('M38-8V-18M54-8V-18M70-8V-18', shines ? palette.window : dark, 7),
    shape('M-19 0L-10-166H10L19 0Z', shaded),
    shape('M6-166H10L19 0H8Z', palette.near, alpha(0.22)),
    line('M0-30V-40M0-76V-86M0-122V-132', shines ? palette.window : dark, 5),
    shape('M-16-172H16V-165H-16ZM-9-196H9L0-208ZM-1-216H1V-206H-1Z', dark),
    shape('M-8-196H8V-172H-8Z', shines ? '#fff0c4' : mix(wall, palette.sky[2], 0.5)),
    line('M-4-196V-172M4-196V-172', dark, 1.4),
    beam,
  ]
}
