import { bell, lerp, mix, range } from './numbers.mjs'
import { alpha, lens, line, polygon, shape, svg } from './svg-text.mjs'

/** A long low viaduct from the right edge to the city, in perspective. */
export function causeway(ctx, camera, { from, to, height = 9, width = 16, hump = 12 }) {
  const { palette } = ctx
  const rand = ctx.stream('causeway')
  const few = ctx.detail < 1,
    steps = few ? 9 : 26,
    pierCount = few ? 15 : 38
  const at = (t, side, up) => {
    const rise = height + hump * bell(t, 0.45, 0.16)
    const dx = to[0] - from[0],
      dz = to[1] - from[1],
      len = Math.hypot(dx, dz)
    return camera([
      lerp(from[0], to[0], t) + (dz / len) * side,
      rise + up,
      lerp(from[1], to[1], t) - (dx / len) * side,
    ])
  }
  const ts = range(steps + 1).map((i) => (i / steps) ** 1.5)
  const ribbon = (sideA, upA, sideB, upB) =>
    polygon([
      ...ts.map((t) => at(t, sideA, upA)),
      ...ts
        .slice()
        .reverse()
        .map((t) => at(t, sideB, upB)),
    ])
  const concrete = mix(
    mix('#e6e1d8', palette.far, 0.25),
    palette.near,
    { dawn: 0.3, day: 0.02, sunset: 0.55, night: 0.72 }[palette.mood],
  )
  const dark = mix(concrete, palette.near, 0.45)
  let piers = '',
    shadows = ''
  for (const i of range(pierCount)) {
    const t = (i / pierCount) ** 1.4
    const [x, y, depth] = at(t, 0, -2.5),
      foot = camera([lerp(from[0], to[0], t), 0, lerp(from[1], to[1], t)])
    const w = (camera.focal * 1.6) / depth
    if (x - w > ctx.W) continue
    piers += svg`M${x - w} ${y}V${foot[1]}h${w * 2}V${y}z`
    shadows += lens(foot[0] - w * 4, foot[1] + w, w * 9, w * 0.7)
  }
  let cars = ['', '']
  const bright = palette.mood !== 'day'
  for (const i of range(few ? 10 : 34)) {
    const t = rand() ** 1.6,
      lane = i % 2
    const [x, y, depth] = at(t, lane ? 4 : -4, 0.8)
    cars[lane] += svg`M${x} ${y}h${Math.max(1.5, (camera.focal * 2.2) / depth)}`
  }
  return [
    shape(shadows, palette.near, alpha(0.22)),
    shape(piers, dark),
    shape(ribbon(-width / 2, 0, width / 2, 0), mix(concrete, palette.near, 0.22)),
    shape(ribbon(-width / 2, 0.9, -width / 2, -2.6), concrete),
    line(cars[0], bright ? '#fff3cf' : '#ffffff', 2.2, alpha(0.9)),
    line(cars[1], bright ? '#ff6a55' : '#3b5068', 2.2, alpha(0.85)),
  ]
}

/** Parasols in rows along the sand, smaller towards the far end. */
export function parasols(ctx, rand, spots) {
  const colours = ['#ff7a6b', '#fff3df', '#59c9c4', '#f6b64a'].map((c) =>
    mix(c, ctx.palette.near, { dawn: 0.2, day: 0, sunset: 0.4, night: 0.65 }[ctx.mood]),
  )
  const paths = colours.map(() => '')
  let shadows = ''
  for (const [x, y, r] of spots) {
    paths[Math.floor(rand() * colours.length)] +=
      svg`M${x - r} ${y}q${r * 0.2} ${-r * 0.75} ${r} ${-r * 0.75}q${r * 0.8} 0 ${r} ${r * 0.75}z`
    shadows += lens(x - r * 0.4, y + r * 0.5, r * 2.2, r * 0.5)
  }
  return [shape(shadows, ctx.palette.near, alpha(0.25)), paths.map((d, i) => shape(d, colours[i]))]
}
