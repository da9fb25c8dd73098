import { between, clamp, mix, range } from './numbers.mjs'
import { alpha, line, polygon, shape, svg } from './svg-text.mjs'

/**
 * A plain of streets that runs to the horizon: dotted lamps, roofs and trees, finer with distance.
 */
export function cityPlain(ctx, camera, { near, count }) {
  const { W, H, palette, mood } = ctx
  const rand = ctx.stream('plain')
  const lamp = { dawn: 0.45, day: 0, sunset: 0.75, night: 1 }[mood]
  const zones = [
    [near, 950, 24, 2.8],
    [950, 2000, 13, 2],
    [2000, 9000, 7, 1.4],
  ]
  const streetColour = lamp ? palette.window : mix(palette.haze, '#ffffff', 0.5)
  const streets = zones.map(([z0, z1, gap, dot], i) => {
    let d = ''
    for (let n = -16 - i * 8; n <= 16 + i * 8; n++) {
      if (n === 0) continue
      const x = n * 150 + ((n * 37) % 11) * 4
      const a = camera([x, 0, z0]),
        b = camera([x, 0, z1])
      if (Math.max(a[0], b[0]) < 0 || Math.min(a[0], b[0]) > W) continue
      d += svg`M${a[0]} ${a[1]} ${b[0]} ${b[1]}`
    }
    for (let z = z0; z < z1; z *= 1.16) d += svg`M${-((z * 7) % gap)} ${camera([0, 0, z])[1]}H${W}`
    return line(
      d,
      streetColour,
      lamp ? dot : dot * 0.7,
      (lamp ? svg` stroke-linecap="round" stroke-dasharray="0 ${gap} 0 ${gap * 0.7} 0 ${gap * 1.9}"` : '') +
        alpha((lamp ? [0.75, 0.7, 0.6][i] : [0.5, 0.45, 0.4][i]) * (lamp || 1)),
    )
  })
  const tones = { roofs: ['', '', ''], trees: ['', '', ''], sparks: ['', '', ''] }
  for (let left = range(count).length; left > 0; left--) {
    const y = camera.horizon + (H - camera.horizon) * (0.03 + 0.97 * rand() ** 1.7)
    const depth = (camera.focal * camera.eye[1]) / (y - camera.horizon),
      zone = depth < 950 ? 0 : depth < 2000 ? 1 : 2
    const x = Math.round(rand() * W),
      size = Math.max(1, Math.round((camera.focal * between(rand, 8, 22)) / depth))
    if (rand() < lamp * 0.8) tones.sparks[zone] += svg`M${x} ${Math.round(y)}h0`
    else if (rand() < 0.5) tones.roofs[zone] += svg`M${x} ${Math.round(y)}h${size}`
    else tones.trees[zone] += svg`M${x} ${Math.round(y)}h${Math.ceil(size / 2)}`
  }
  const roof = mix('#fbf1e2', palette.near, { dawn: 0.25, day: 0, sunset: 0.4, night: 0.7 }[mood]),
    tree = mix(palette.leaf, palette.near, 0.1)
  return [
    tones.trees.map((d, i) =>
      line(d, tree, [6, 3.4, 1.8][i], alpha([0.7, 0.55, 0.4][i]) + ' stroke-linecap="round"'),
    ),
    mood === 'night'
      ? ''
      : tones.roofs.map((d, i) => line(d, roof, [5, 2.6, 1.4][i], alpha([0.6, 0.5, 0.4][i]))),
    streets,
    tones.sparks.map((d, i) =>
      line(
        d,
        mix(palette.window, '#ffffff', 0.35),
        [3.4, 2.4, 1.6][i],
        alpha(0.9) + ' stroke-linecap="round"',
      ),
    ),
  ]
}

/** The one long avenue: a bright ribbon that narrows to a point on the horizon. */
export function avenue(ctx, camera, { near, far = 14000, half = 13 }) {
  const { palette, mood } = ctx
  const rand = ctx.stream('avenue')
  const ribbon = (a, b) =>
    polygon([
      camera([a, 0, near]),
      camera([a * 0.9, 0, far]),
      camera([b * 0.9, 0, far]),
      camera([b, 0, near]),
    ])
  const lit = mood !== 'day'
  const asphalt =
    mood === 'day'
      ? mix('#9aa0a4', palette.haze, 0.3)
      : mix(palette.window, palette.near, { dawn: 0.45, sunset: 0.35, night: 0.5 }[mood])
  const lanes = ['', '', '']
  for (const i of range(ctx.detail === 1 ? 130 : 36)) {
    const z = near * Math.exp(rand() * Math.log(far / near) * 0.8)
    const kind = i % 3
    const x =
      kind === 2 ? (rand() < 0.5 ? -1 : 1) * half * 1.15 : (kind ? 1 : -1) * between(rand, 3, half * 0.8)
    const [sx, sy, depth] = camera([x, kind === 2 ? 7 : 1, z])
    const r = clamp((camera.focal * 2.4) / depth, 0.8, 6)
    lanes[kind] += svg`M${sx} ${sy}a${r} ${r} 0 1 0 .1 0z`
  }
  return [
    lit ? shape(ribbon(-half * 1.7, half * 1.7), palette.window, alpha(0.1)) : '',
    shape(ribbon(-half, half), asphalt, alpha(lit ? 0.75 : 0.9)),
    shape(lanes[0], lit ? '#fff6de' : '#ffffff', alpha(0.95)),
    shape(lanes[1], lit ? '#ff6b4a' : '#4a5a66', alpha(0.9)),
    shape(lanes[2], lit ? palette.window : palette.leaf, alpha(0.85)),
  ]
}
