import { waterCamera } from '../parts/camera.mjs'
import { avenue, cityPlain } from '../parts/city-plain.mjs'
import { clouds, mist } from '../parts/clouds.mjs'
import { WINDOWS, placeHelicopter, jitter, vary } from '../parts/framing.mjs'
import { helicopter } from '../parts/helicopter.mjs'
import { closedBelow, hills, treeLine } from '../parts/land.mjs'
import { observatory } from '../parts/landmarks.mjs'
import { bell, clamp, lerp, mix, range } from '../parts/numbers.mjs'
import { definePalm, palm } from '../parts/palms.mjs'
import { sky, stars, sunOrMoon } from '../parts/sky.mjs'
import { city } from '../parts/skyline.mjs'
import { alpha, shape, svg } from '../parts/svg-text.mjs'
import { losangelesLayout } from './losangeles-layout.mjs'

export function losangeles(ctx) {
  const { W, H, palette, defs, mood, format: shapeName } = ctx
  const layout = losangelesLayout[shapeName]
  const hz = Math.round(H * layout.horizon),
    s = ctx.scale
  const sun = layout.sun[mood],
    sunX = W * (sun[0] + jitter(ctx, 'sun', 0.04) + (mood === 'day' ? 0 : vary(ctx, 'sun', 0.07)))
  ctx.lightX = sunX
  const vpX = W * (layout.vp + jitter(ctx, 'vp', 0.03) + vary(ctx, 'vp', 0.06))
  const camera = waterCamera(ctx, hz, layout.eye, layout.focal, vpX)
  const [clusterX, tall, spread] = [
    W * (layout.cluster[0] + jitter(ctx, 'cluster', 0.03)),
    H * layout.cluster[1] * (1 + vary(ctx, 'tall', 0.14)),
    W * layout.cluster[2],
  ]
  const rise = (share, low) => (x, roll) =>
    low * H * roll * bell(x, clusterX, spread * 1.4) +
    tall * share * bell(x, clusterX, spread) * (0.35 + 0.65 * roll)
  const w = shapeName === 'card' ? 0.6 : shapeName === 'tall' ? 0.7 : 1
  const cityBase = hz + Math.round(H * 0.052)
  const x0 = clusterX - spread * 2.2,
    x1 = clusterX + spread * 2.2
  const kinds = ['slab', 'flat', 'slab', 'flat', 'setback', 'slab', 'flat', 'slant']
  const rows = [
    {
      depth: 0.12,
      widths: [10 * w, 20 * w],
      height: rise(0.9, 0.014),
      kinds,
      x0,
      x1,
      windows: WINDOWS.fine,
      lit: 0.6,
      lift: 0.1,
    },
    {
      depth: 0.3,
      widths: [13 * w, 28 * w],
      height: rise(0.86, 0.014),
      kinds,
      x0,
      x1,
      windows: WINDOWS.fine,
      lit: 0.9,
      lift: 0.1,
      landmarks: [
        { kind: 'taper', at: clusterX + spread * 0.1, w: 34 * w, height: tall },
        { kind: 'setback', at: clusterX - spread * 0.35, w: 34 * w, height: tall * 0.8 },
      ],
    },
    {
      depth: 0.4,
      widths: [14 * w, 30 * w],
      height: rise(0.42, 0.02),
      kinds,
      x0,
      x1,
      windows: WINDOWS.fine,
      lit: 0.9,
      lift: 0.08,
    },
    {
      depth: 0.1,
      widths: [12 * w, 52 * w],
      height: (x, roll) => H * (0.003 + 0.012 * roll ** 3 + 0.012 * bell(x, clusterX, spread * 1.6)),
      kinds: ['flat'],
      gaps: 0.12,
    },
  ]
  if (shapeName === 'card') rows.shift()
  const ground = defs.vertical(
    {
      dawn: [
        [0, mix(palette.haze, palette.far, 0.45)],
        [0.3, mix(palette.far, palette.leaf, 0.35)],
        [1, mix(palette.leaf, palette.near, 0.4)],
      ],
      day: [
        [0, mix(palette.haze, palette.far, 0.4)],
        [0.25, mix('#b9b79c', palette.far, 0.35)],
        [1, '#8d9a78'],
      ],
      sunset: [
        [0, mix(palette.haze, palette.sky[3], 0.4)],
        [0.2, mix(palette.sky[2], palette.sky[3], 0.4)],
        [1, mix(palette.sky[1], palette.near, 0.5)],
      ],
      night: [
        [0, mix(palette.sky[5], palette.sky[4], 0.5)],
        [0.2, mix(palette.sky[3], palette.near, 0.25)],
        [1, palette.near],
      ],
    }[mood],
    hz,
    H,
  )
  const hillPoints = layout.hill.map(([x, y]) => [W * x, H * y])
  const rand = ctx.stream('hill')
  const brush = { dawn: '#3b4660', day: '#7d7a4c', sunset: '#2a1a35', night: '#0a1020' }[mood]
  const hillFill = defs.vertical(
    [
      [0, mix(brush, palette.facet, mood === 'night' ? 0.05 : 0.22)],
      [1, mix(brush, palette.near, mood === 'day' ? 0.35 : 0.6)],
    ],
    H * 0.64,
    H,
  )
  const hillAt = (x) => {
    const i = Math.max(
      1,
      hillPoints.findIndex((p) => p[0] >= x),
    )
    const [ax, ay] = hillPoints[i - 1],
      [bx, by] = hillPoints[i]
    const t = clamp((x - ax) / (bx - ax), 0, 1)
    return lerp(ay, by, t * t * (3 - 2 * t))
  }
  const isPlateau = (x) => Math.abs(x - W * layout.dome[0]) < 150 * layout.dome[2]
  const rough = (x) => (isPlateau(x) ? 0 : (Math.sin(x / 23 / s) + Math.sin(x / 9.3 / s)) * 3.5 * s)
  const joints = ctx.detail === 1 ? 40 : 22
  const crest = (drop, wobble) =>
    range(joints + 1).map((i) => {
      const x = lerp(-20, W + 20, i / joints)
      return [Math.round(x), Math.round(hillAt(x) + drop(x) + rough(x * wobble))]
    })
  const brushLine = (points, size) => treeLine(rand, points, size, H + 4)
  const slopes = [
    shape(
      closedBelow(
        crest(() => 0, 1),
        H + 4,
      ),
      hillFill,
    ),
    [0.22, 0.5].map((share, i) =>
      shape(
        brushLine(
          crest((x) => (H - hillAt(x)) * (share + 0.12 * Math.sin((x / W) * 7 + i * 2)), 1.3),
          (14 + i * 10) * (ctx.detail === 1 ? 1 : 1.35),
        ),
        mix(mix(palette.leaf, brush, 0.4), palette.near, (mood === 'day' ? 0.2 : 0.45) + i * 0.25),
        alpha(0.55),
      ),
    ),
  ]
  const skirt = treeLine(
    rand,
    range(8).map((i) => {
      const x = W * layout.dome[0] + (i / 7 - 0.5) * 2 * 148 * layout.dome[2]
      return [
        Math.round(x),
        Math.round(
          H * layout.dome[1] + layout.dome[2] * (i === 0 || i === 7 ? 10 : [1, -7, 2, 4, 3, -6][i - 1]),
        ),
      ]
    }),
    14 * layout.dome[2],
    Math.round(H * layout.dome[1] + 14 * s),
  )
  const crownId = definePalm(ctx, 'fan', {
    fronds: ctx.detail === 1 ? 11 : 7,
    leaflets: ctx.detail === 1 ? 4 : 3,
    length: 56,
    droop: 0.3,
    spread: 1.3,
  })
  const [dx, dy, ds] = layout.dome
  return [
    sky(ctx, hz),
    stars(ctx, hz * 0.75),
    sunOrMoon(ctx, { x: sunX, y: H * sun[1], radius: (mood === 'night' ? 22 : 36) * s }),
    clouds(ctx, hz),
    hills(ctx, hz + 4, [
      {
        height: (t) => 0.1 * (0.5 + 0.5 * bell(t, 0.85, 0.4)),
        depth: 0.02,
        haze: 0.75,
        step: shapeName === 'card' ? 24 : 16,
        rough: 1.6,
      },
      {
        height: (t) => 0.05 * (0.4 + 0.6 * bell(t, 0.05, 0.4)),
        depth: 0.14,
        haze: 0.8,
        step: shapeName === 'card' ? 26 : 18,
        rough: 1.3,
      },
    ]),
    svg`<path fill="${ground}" d="M0 ${hz}h${W}V${H}H0z"/>`,
    cityPlain(ctx, camera, { near: layout.near, count: ctx.detail === 1 ? 340 : 64 }),
    avenue(ctx, camera, { near: layout.near }),
    mist(ctx, { y: hz + H * 0.005, height: H * 0.08, opacity: 0.75 }),
    city(ctx, cityBase, rows),
    mist(ctx, { y: cityBase, height: H * 0.04, opacity: 0.45 }),
    slopes,
    mood === 'night' || mood === 'sunset'
      ? svg`<ellipse cx="${W * dx}" cy="${H * dy}" rx="${260 * ds}" ry="${80 * ds}" fill="${defs.glow(
          palette.window,
          0.5,
        )}"/>`
      : '',
    svg`<g transform="translate(${W * dx} ${H * dy}) scale(${ds})">${observatory(ctx)}</g>`,
    shape(skirt, mix(palette.leaf, palette.near, 0.35)),
    layout.palms.map(([px, py, up, size]) =>
      palm(crownId, {
        x: W * px,
        y: H * py,
        height: H * up,
        lean: 8 * s * (rand() - 0.5),
        size,
        colour: mix(palette.near, palette.leaf, 0.3),
        trunk: 0.014,
      }),
    ),
    helicopter(ctx, placeHelicopter(ctx, layout.heli)),
  ]
}
