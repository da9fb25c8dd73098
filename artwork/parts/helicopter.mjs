import { between, mix, range } from './numbers.mjs'
import { alpha, line, shape, svg } from './svg-text.mjs'

/** A light turbine helicopter in profile, nose to the left, about 215 units long. */
export function helicopter(ctx, { x, y, size, tilt = -4, flip = 1, livery }) {
  const { palette, defs } = ctx
  const dim = { dawn: 0.5, day: 0.08, sunset: 0.78, night: 0.8 }[palette.mood]
  const paint = mix(livery ?? '#f4efe6', palette.near, dim)
  const belly = mix(mix('#24314e', palette.near, 0.3), palette.near, dim)
  const rim = { dawn: '#ffd9b8', day: '#ffffff', sunset: '#ff9d5c', night: '#8fb0ff' }[palette.mood]
  const body =
    'M0 33C1 23 11 10 29 4.500C37 2 49 1 61 1L70-3C75-6 97-6 104-3L117 8L196 ' +
    '11.500L203-13C204-15 211-16 212-13.500L210.500 13L217 16L211 20L208.500 33C208 35 204 35 ' +
    '203.300 33L199 19L120 25.500C109 35 99 47 83 49L27 50C10 49 0 43 0 33Z'
  const fill = defs.vertical([
    [0, mix(paint, rim, 0.3)],
    [0.5, paint],
    [0.72, mix(paint, belly, 0.75)],
    [1, belly],
  ])
  const glassFill = defs.vertical([
    [0, mix(palette.sky[1], palette.near, 0.4)],
    [1, mix(palette.sky[4], palette.near, palette.mood === 'day' ? 0.25 : 0.4)],
  ])
  const dark = mix(palette.near, '#000000', 0.2)
  const red = '#ff5a4d',
    fine = ctx.detail === 1
  const lamp =
    palette.mood === 'day'
      ? ''
      : svg`<circle cx="206" cy="-16" r="13" fill="${defs.glow(
          red,
          0.9,
        )}"/><circle cx="206" cy="-16" r="2.200" fill="${red}"/>${
          palette.mood === 'night'
            ? svg`<circle cx="10" cy="47" r="20" fill="${defs.glow(
                '#fff3cf',
                0.9,
              )}"/><circle cx="10" cy="47" r="2.500" fill="#fff8e4"/>`
            : ''
        }`
  return svg`<g transform="translate(${x} ${y}) rotate(${
    tilt * flip
  }) scale(${flip * size} ${size}) translate(-86 -10)">
<ellipse cx="86" cy="-19" rx="132" ry="4.500" fill="${dark}"${alpha(0.16)}/>${shape(
    'M84-20L-42-22.500C-46-22.500-46-20-42-19.800L84-17.500L214-15.500C218-15.500 218-18 ' + '214-18.200Z',
    dark,
    alpha(0.75),
  )}
<circle cx="207" cy="3" r="17" fill="${dark}"${alpha(0.14)}/>${line('M197-10L217 16', dark, 1.8, alpha(0.7))}
${shape('M79-5L83-16H80V-20.500H93V-16H90L94-5Z', dark)}${line(
    'M33 50L26 66M78 49L86 66M2 58C2 64 7 66.500 13 66.500H110',
    dark,
    2.8,
    ' stroke-linecap="round"',
  )}
${shape(body, fill)}${shape('M148 15.500L172 13L176 18L150 20Z', belly)}
${shape(
  'M4.500 31C8 21 17 12 31 7.500L34.500 7L34 30.500C23 34 10 34 4.500 31ZM38.500 6.300L57 ' +
    '5V29L38 30.300ZM61 5L77 5C82 8 85 14 86 22C80 27 70 28.500 61 29Z',
  glassFill,
)}
${
  !fine
    ? ''
    : shape(
        'M8 27C11 20 19 13 30 9.500L24 24C18 27 12 28 8 27ZM42 8.500L52 7.800L44 26L41 26.300Z',
        '#fff',
        alpha(palette.mood === 'day' ? 0.4 : 0.2),
      )
}
${!fine ? '' : line('M36 4V48M59 3V48.500M104-1L117 9.500L196 13', palette.near, 0.8, alpha(0.35))}${line(
    'M29 4.500C37 2 49 1 61 1L70-3C75-6 97-6 104-3L117 8L196 11.500L203-13',
    rim,
    1.3,
    alpha(0.75),
  )}
${shape(
  'M88 33L120 20L202 15.500L200 18.500L122 25L98 36Z',
  mix(palette.mood === 'day' ? '#c2491d' : '#e0702f', palette.near, dim * 0.55),
)}${lamp}</g>`
}

/** A few gulls or far birds. */
export function birds(ctx, { x, y, count, size = 8 }) {
  if (ctx.detail < 1) return ''
  const rand = ctx.stream('birds')
  const d = range(count)
    .map(() => {
      const s = size * between(rand, 0.5, 1.1)
      return svg`M${Math.round(x + (rand() - 0.5) * size * 22)} ${Math.round(
        y + (rand() - 0.5) * size * 8,
      )}q${s * 0.6} ${-s * 0.6} ${s} 0q${s * 0.5} ${-s * 0.6} ${s} ${-s * 0.05}`
    })
    .join('')
  return line(d, ctx.palette.near, 1.5, alpha(0.6) + ' stroke-linecap="round"')
}
