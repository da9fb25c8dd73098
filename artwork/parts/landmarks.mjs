import { mix } from './numbers.mjs'
import { alpha, line, shape, svg } from './svg-text.mjs'

/**
 * Our own drawing of a robed figure with torch, crown and tablet. Feet at 0,0; about 158 units
 * tall.
 */
export function statue(ctx) {
  const { palette, defs } = ctx
  const copper = { dawn: '#56707c', day: '#5f9f93', sunset: '#2c2440', night: '#142b3c' }[palette.mood]
  const lit = { dawn: '#e8bfa6', day: '#b5e0d0', sunset: '#ff9a5c', night: '#6d9fb8' }[palette.mood]
  const dark = mix(copper, palette.near, 0.5)
  const fill = defs.vertical(
    [
      [0, mix(copper, lit, 0.25)],
      [1, copper],
    ],
    -140,
    0,
  )
  const robe =
    'M-21 0C-22-14-20-34-18-50C-17-60-17-70-18-78C-19-86-18-92-14-96L-19.5-124' +
    'C-20.5-129-21-133-20.5-137L-14.5-138C-13-134-12.5-129-12.5-125L-7-102' +
    'C-6-100.500-5-100-3.500-99.500L-3.500-104H4L4.200-100C9-99 ' +
    '14-97 16.500-92C20-86 22-78 21.500-70C23-56 22-42 22.500-30C23-18 23-8 23 0Z'
  const head =
    'M-5.200-108C-5.500-115-3-119.500.500-119.500C4.500-119.500 6.200-115 ' +
    '5.800-109.500C5.500-104.500 3.500-101.500.600-101.500C-2.500-101.500-4.900-104-5.200-108Z'
  const hair = 'M5-117C8-114 8-106 6.500-101C5.500-100 4-100 3.500-101.500C5.500-105 6-111 5-117Z'
  const rays =
    'M-5.800-115.500L-15-119.500L-5-118ZM-4.800-118L-11.500-127L-3-119.500ZM-3-119.500L-5-131' +
    'L-.500-120.500ZM-.600-120.500L2-132.500L2-120.300ZM2-120.300L9.500-130L4.300-118.800Z' +
    'M4.300-118.800L14-123.500L5.800-116.500ZM5.800-116.500L15.500-116L6.300-114.500Z' +
    'M-6.500-114.500Q.300-119 ' +
    '7-114.500L6.600-112Q.300-116-6-112Z'
  const torch =
    'M-18.500-136L-16-136.500L-15.800-146H-19.500ZM-22.500-149.500H-12.800L-14.300-145.500H-21Z' +
    'M-21.500-150.500H-13.800V-149.500H-21.500Z'
  const flame = 'M-20.500-150.500C-22-156-17.500-157.500-17.800-164C-14-160-12.500-156-14.800-150.500Z'
  const hand = 'M-21-138C-21.500-141-19-142-16.500-141.500C-14-141-13.500-138.500-14.500-136.500Z'
  const tablet = 'M9-84L18.500-80L14.500-56.500L5-61.500Z'
  const sleeve = 'M16-92C22-86 26-76 24.500-67C22-60 16-58 11-60C14-66 15-72 14-80Z'
  const shade =
    'M7-100C12-98 16-95 18-88C22-80 22-72 21.500-68C23-50 22.500-30 23 0H9C11-22 10-44 5-62C9-74 10-88 7-100Z'
  const folds =
    'M-14-92C-8-80-2-72 6-66M-16-76C-10-66-2-60 ' +
    '8-56M-17-60C-15-40-16-20-17-2M-10-58C-8-38-9-18-10-1M-3-54C0-36 0-18-1-1M5-50C8-34 8-18 ' +
    '8-1M14-54C17-36 17-18 17-1M-16-112L-10-100'
  const edge = 'M-21 0C-22-14-20-34-18-50C-17-60-17-70-18-78C-19-86-18-92-14-96L-19.500-124'
  const glow = svg`<circle cx="-17.500" cy="-157" r="26" fill="${defs.glow('#ffdf9a', 0.8)}"/>`
  return [
    shape(robe, fill),
    shape(hand + head, fill),
    shape(shade, dark, alpha(0.6)),
    shape(hair, dark),
    shape(rays + torch, mix(copper, lit, 0.2)),
    shape(tablet, mix(copper, lit, 0.3)),
    shape(sleeve, mix(copper, dark, 0.4)),
    line(folds, dark, 1, alpha(0.55) + ' stroke-linecap="round"'),
    line(edge, lit, 1.3, alpha(0.7)),
    shape(
      'M-5.200-108C-5.500-115-3-119.500.500-119.500C-2-116-3-108-1.500-102C-3.500-103-5-105-5.200-108Z',
      lit,
      alpha(0.5),
    ),
    palette.mood === 'day' ? '' : glow,
    shape(flame, palette.mood === 'day' ? '#e9b949' : '#ffe2a0'),
  ]
}

/** The stepped stone base under the statue; its top at 0, ground at 96. */
export function statuePedestal(ctx) {
  const { palette, defs } = ctx
  const stone = mix(
    mix('#a89c8c', palette.far, 0.25),
    palette.near,
    { dawn: 0.4, day: 0.1, sunset: 0.72, night: 0.8 }[palette.mood],
  )
  const lit = mix(stone, palette.facet, palette.facetAmount + 0.1),
    dark = mix(stone, palette.near, 0.45)
  const block = (half, y, h, spread = 0) =>
    svg`M${-half} ${y}h${half * 2}l${spread} ${h}h${-2 * half - 2 * spread}z`
  const right = (half, y, h, spread = 0) => svg`M${half * 0.35} ${y}H${half}l${spread} ${h}H${half * 0.35}z`
  const parts = [
    [25, 0, 4],
    [22, 4, 12, 0.5],
    [25.5, 16, 3],
    [21.5, 19, 36, 3.5],
    [28, 55, 4],
    [29, 59, 11, 3],
    [40, 70, 5],
    [62, 75, 21, 9],
  ]
  return [
    shape(
      parts.map((p) => block(...p)).join(''),
      defs.vertical(
        [
          [0, lit],
          [1, stone],
        ],
        0,
        96,
      ),
    ),
    shape(parts.map((p) => right(...p)).join(''), dark, alpha(0.55)),
    line('M-12 7v9M-4 7v9M4 7v9M12 7v9', dark, 4),
    line('M-21 30H21M-22.500 42H22.500M-30 64H30M-66 86H66', dark, 0.8, alpha(0.6)),
  ]
}

/**
 * A hilltop observatory: long white wings, a great copper dome and two small ones. Ground at 0, 240
 * units wide.
 */
export function observatory(ctx) {
  const { palette, defs } = ctx
  const wall = mix('#f2e6d2', palette.near, { dawn: 0.3, day: 0.04, sunset: 0.6, night: 0.62 }[palette.mood])
  const dome = mix('#6f8f86', palette.near, { dawn: 0.45, day: 0.1, sunset: 0.7, night: 0.7 }[palette.mood])
  const lit = mix(wall, palette.facet, palette.facetAmount + 0.2),
    dark = mix(wall, palette.near, 0.4)
  const bright = palette.mood === 'night' || palette.mood === 'sunset'
  const wallFill = bright
    ? defs.vertical(
        [
          [0, mix(wall, palette.near, 0.25)],
          [1, mix(wall, palette.window, 0.45)],
        ],
        -52,
        0,
      )
    : defs.vertical(
        [
          [0, lit],
          [1, wall],
        ],
        -52,
        0,
      )
  const domeFill = defs.vertical(
    [
      [0, mix(dome, palette.facet, palette.facetAmount + 0.15)],
      [1, mix(dome, palette.near, 0.3)],
    ],
    -96,
    -48,
  )
  return [
    shape('M-34-48A34 36 0 0 1 34-48ZM-114-30A15 16 0 0 1-84-30ZM84-30A15 16 0 0 1 114-30Z', domeFill),
    shape(
      'M0-84A34 36 0 0 1 34-48H10C14-62 10-76 0-84ZM99-46A15 16 0 0 1 114-30H104Q106-40 ' +
        '99-46ZM-99-46A15 16 0 0 1-84-30H-94Q-92-40-99-46Z',
      mix(dome, palette.near, 0.5),
      alpha(0.5),
    ),
    shape(
      'M-36-52H36V-46H40V0H-40V-46H-36ZM-86-26H86V0H-86ZM-118-32H-80V0H-118ZM80-32H118V0H80Z' +
        'M-16-58H16V-52H-16Z',
      wallFill,
    ),
    shape('M40-46H30V0H40ZM118-32H108V0H118ZM-80-32H-88V0H-80Z', dark, alpha(0.5)),
    line(
      'M-26-40V-6M-13-40V-6M0-40V0M13-40V-6M26-40V-6M-74-20V-5M-64-20V-5M-54-20V-5M54-20V-5' +
        'M64-20V-5M74-20V-5M-106-25V-6M-98-25V-6M-90-25V-6M90-25V-6M98-25V-6M106-25V-6',
      bright ? palette.window : mix(wall, palette.near, 0.6),
      4.5,
      alpha(bright ? 0.9 : 0.55),
    ),
    line('M-120-32H-78M-88-26H-40M40-26H88M78-32H120M-40-46H40', mix(wall, palette.facet, 0.5), 1.5),
  ]
}
