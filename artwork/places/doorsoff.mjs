import { farRow, nearTower } from '../parts/boxes.mjs'
import { createCamera } from '../parts/camera.mjs'
import { mist, streakClouds } from '../parts/clouds.mjs'
import { jitter, getLitWindowShare, vary } from '../parts/framing.mjs'
import { between, lerp, mix, range } from '../parts/numbers.mjs'
import { doorFrame, openDoor } from '../parts/open-door.mjs'
import { sky, stars, sunOrMoon } from '../parts/sky.mjs'
import { alpha, line, polygon, polyline, shape, svg } from '../parts/svg-text.mjs'

export function doorsoff(ctx) {
  const { W, H, palette, defs, mood, format: shapeName } = ctx
  const layout = {
    wide: {
      horizon: 0.17,
      pitch: 0.47,
      columns: 3,
      rows: 5,
      far: 4,
      skid: 0.93,
      shoes: [
        [0.475, 0.83, -9],
        [0.585, 0.815, 8],
      ],
      shoeSize: 1.05,
      vp: 0.53,
    },
    tall: {
      horizon: 0.24,
      pitch: 0.5,
      columns: 2,
      rows: 6,
      far: 6,
      skid: 0.915,
      shoes: [
        [0.4, 0.855, -8],
        [0.66, 0.845, 8],
      ],
      shoeSize: 1.15,
      vp: 0.53,
    },
    card: {
      horizon: 0.19,
      pitch: 0.47,
      columns: 2,
      rows: 3,
      far: 3,
      skid: 0.93,
      shoes: [
        [0.46, 0.84, -9],
        [0.605, 0.825, 8],
      ],
      shoeSize: 0.7,
      vp: 0.54,
    },
  }[shapeName]
  const hz = Math.round(H * (layout.horizon + vary(ctx, 'horizon', 0.03))),
    s = ctx.scale
  const focal = (H * 0.5 - hz) / Math.tan(layout.pitch)
  const vpX = W * (layout.vp + jitter(ctx, 'vp', 0.025) + vary(ctx, 'vp', 0.08))
  const camera = createCamera({
    eye: [jitter(ctx, 'eye', 4), 400 + vary(ctx, 'eye', 30), 0],
    pitch: layout.pitch,
    focal,
    centre: [vpX, H * 0.5],
  })
  const sunX = mood === 'day' ? W * 0.95 : vpX + (mood === 'night' ? W * 0.14 : 0),
    sunY = { dawn: hz * 0.8, day: -H * 0.1, sunset: hz * 0.78, night: hz * 0.45 }[mood]
  ctx.lightX = sunX
  const rand = ctx.stream('canyon')
  const street = 21,
    blockX = 66,
    blockZ = 96
  const haze = mix(palette.haze, palette.far, 0.3)
  const paint = {
    dawn: { front: '#4d4a78', side: '#a98297', roof: '#c3a3ad', top: '#e5c3b4', lit: 0.16 },
    day: { front: '#5d86a3', side: '#9db9c8', roof: '#cfd9dc', top: '#eef0ec', lit: 0 },
    sunset: { front: '#33214f', side: '#8a3d5a', roof: '#7b4570', top: '#b8657a', lit: 0.3 },
    night: { front: '#0a1430', side: '#142450', roof: '#1b2f5e', top: '#284377', lit: 0.5 },
  }[mood]
  const tonesAt = (z, right, shade) => {
    const t = 1 - Math.exp(-z / 900),
      sunny = mood === 'day' && !right
    const tone = (base) => mix(mix(base, palette.near, shade * 0.28), haze, t)
    return {
      front: tone(paint.front),
      side: tone(sunny ? mix(paint.side, '#fff6e6', 0.5) : paint.side),
      roof: tone(paint.roof),
      roofTop: tone(paint.top),
      seam: mood === 'day' ? '#fff' : palette.near,
      lit: paint.lit * getLitWindowShare(ctx) * (z < 330 ? 1 : 0.6),
    }
  }
  const reachAt = (z) => (W * 0.53 * (z + 190)) / focal
  const flank = (row) =>
    farRow(ctx, camera, rand, {
      z: 8 + row * blockZ,
      halfWidth: reachAt(row * blockZ),
      street: street + layout.columns * (blockX + 8),
      tall: 150,
      tones: tonesAt(8 + row * blockZ, true, 0.5),
      lit: ctx.detail === 1,
    })
  const near = range(layout.rows)
    .reverse()
    .flatMap((row) => [
      row ? flank(row) : '',
      ...range(layout.columns)
        .reverse()
        .flatMap((column) =>
          [-1, 1].map((direction) => {
            const z = 8 + row * blockZ,
              a = street + column * (blockX + (column ? 10 : 4)),
              b = a + blockX * between(rand, 0.8, 0.97)
            const h = Math.round(
              lerp(110, 350, rand() ** (column ? 1.5 : 0.8)) * (row === 0 ? 0.55 : row === 1 ? 0.8 : 1),
            )
            return nearTower(
              ctx,
              camera,
              {
                x0: direction < 0 ? -b : a,
                x1: direction < 0 ? -a : b,
                z0: z,
                z1: z + blockZ * between(rand, 0.7, 0.84),
                h,
                setback: between(rand, 0.14, 0.32),
              },
              tonesAt(z, direction > 0, Math.round(rand() * 2) / 2),
              rand,
            )
          }),
        ),
    ])
  const far = range(layout.far)
    .reverse()
    .map((i) => {
      const z = 8 + layout.rows * blockZ + 120 * (1.7 ** i - 1)
      return farRow(ctx, camera, rand, {
        z,
        halfWidth: reachAt(z),
        street: street + 4,
        tall: 270,
        tones: tonesAt(z, true, 0.2),
      })
    })
  const g = (x, z) => camera([x, 0, z])
  const roadColour = { dawn: '#84789a', day: '#78868f', sunset: '#4a2150', night: '#1a1d33' }[mood]
  const lit = mood !== 'day'
  const road = polygon([g(-street, -150), g(-street, 9000), g(street, 9000), g(street, -150)])
  const roadFill = defs.vertical(
    [
      [0, mix(palette.core, palette.haze, 0.4)],
      [0.22, mix(roadColour, lit ? palette.window : palette.haze, 0.45)],
      [1, mix(roadColour, lit ? palette.window : palette.near, 0.12)],
    ],
    hz,
    H,
  )
  const crossings = range(layout.rows + 2)
    .map((i) =>
      polygon([
        g(-900, i * blockZ - 12),
        g(-900, i * blockZ + 6),
        g(900, i * blockZ + 6),
        g(900, i * blockZ - 12),
      ]),
    )
    .join('')
  const cars = ['', '', '']
  for (const i of range(ctx.detail === 1 ? 58 : 20)) {
    const z = -100 + 2200 * rand() ** 1.8,
      lane = i % 3
    const [sx, sy, depth] = g([-11, 3, 11][lane] + between(rand, -3, 3), z),
      [, ty] = g(0, z + 6)
    if (sy > H + 30) continue
    cars[lane] += svg`M${sx} ${sy}v${Math.min(-1, ty - sy)}h${Math.max(1, (focal * 2.6) / depth)}V${sy}z`
  }
  const ground = defs.vertical(
    [
      [0, palette.haze],
      [0.1, haze],
      [0.3, mix(haze, roadColour, 0.5)],
      [1, mix(roadColour, palette.near, 0.6)],
    ],
    hz,
    H,
  )
  return [
    sky(ctx, hz),
    stars(ctx, hz * 0.7),
    sunOrMoon(ctx, { x: sunX, y: sunY, radius: (mood === 'night' ? 20 : 30) * s, reach: 0.4 }),
    streakClouds(ctx, { top: H * 0.02, bottom: hz * 0.7, count: 3 }),
    svg`<path fill="${ground}" d="M0 ${hz}h${W}V${H}H0z"/>`,
    mist(ctx, { y: hz, height: H * 0.07, opacity: 0.9 }),
    shape(crossings, mix(roadColour, lit ? palette.window : '#ffffff', 0.14), alpha(0.5)),
    far,
    shape(road, roadFill),
    lit
      ? line(
          polyline([g(-street + 5, -150), g(-street + 5, 5000)]) +
            polyline([g(street - 5, -150), g(street - 5, 5000)]),
          palette.window,
          2,
          alpha(0.35),
        )
      : '',
    shape(cars[0], lit ? '#fff3d0' : '#f6f8f8', alpha(0.95)),
    shape(cars[1], lit ? '#ffcf6a' : '#f3b52e', alpha(0.95)),
    shape(cars[2], lit ? '#ff5d45' : '#33424e', alpha(0.9)),
    near,
    lit
      ? svg`<ellipse cx="${vpX}" cy="${hz}" rx="${W * 0.34}" ry="${H * 0.22}" fill="${defs.glow(
          palette.glow,
          mood === 'night' ? 0.25 : 0.5,
        )}"/>`
      : '',
    openDoor(ctx, {
      skidY: H * layout.skid,
      shoes: layout.shoes.map(([x, y, turn], i) => [
        W * (x + vary(ctx, 'feet', 0.05)),
        H * y,
        turn + vary(ctx, 'foot' + i, 7),
      ]),
      shoeSize: layout.shoeSize,
    }),
    doorFrame(ctx),
  ]
}
