import { bell, between, lerp, pick, range } from './numbers.mjs'
import { alpha, line, polygon, polyline, shape, svg } from './svg-text.mjs'

/** A box seen from above: street face, avenue face and, if below the eye, the roof. */
function boxFaces(camera, { x0, x1, z0, z1, h, ground = 0 }) {
  const inner = x0 > camera.eye[0] ? x0 : x1
  const quad = (...corners) => corners.map((corner) => camera(corner))
  return {
    inner,
    front: quad([x0, ground, z0], [x0, h, z0], [x1, h, z0], [x1, ground, z0]),
    side: quad([inner, ground, z0], [inner, h, z0], [inner, h, z1], [inner, ground, z1]),
    roof: h < camera.eye[1] ? quad([x0, h, z0], [x0, h, z1], [x1, h, z1], [x1, h, z0]) : [],
  }
}

const LIT_DASHES = ['5 4 11 9 3 22', '3 8 4 4 16 12 6 30', '8 6 3 17 5 5']
/**
 * Lit floors: dashed lines along a facade. Drawn with their own tower, so that nearer towers hide
 * them.
 */
const litFloors = (ctx, rand, d, width) =>
  line(
    d,
    ctx.palette.window,
    width * (0.45 + 0.55 * ctx.scale),
    svg` stroke-dasharray="${pick(rand, LIT_DASHES)}"` + alpha(pick(rand, [0.9, 0.75, 0.6])),
  )

/** A tower near enough for seams, a roof house and lit floors. */
export function nearTower(ctx, camera, tower, tones, rand) {
  const { x0, x1, z0, z1, h, setback } = tower
  const faces = boxFaces(camera, tower)
  const seamsAcross = (count, at) =>
    range(count - 1)
      .map((i) => polyline(at((i + 1) / count)))
      .join('')
  const onFront = (u, y) => camera([lerp(x0, x1, u), y, z0]),
    onSide = (u, y) => camera([faces.inner, y, lerp(z0, z1, u)])
  const close = z0 < 250
  let out = shape(polygon(faces.front), tones.front) + shape(polygon(faces.side), tones.side)
  if (close && ctx.detail === 1)
    out += line(
      seamsAcross(5, (u) => [onFront(u, 0), onFront(u, h)]) +
        seamsAcross(5, (u) => [onSide(u, 0), onSide(u, h)]),
      tones.seam,
      1,
      alpha(0.28),
    )
  const floorHeight = close ? 15 : 22
  let floors = ''
  if (tones.lit)
    for (let y = floorHeight; y < h - 6; y += floorHeight) {
      for (const face of [onFront, onSide]) {
        if (rand() > tones.lit) continue
        const from = 0.06 + rand() * 0.3,
          a = face(from, y),
          b = face(0.96 - rand() * 0.3, y)
        if (Math.min(a[1], b[1]) > ctx.H || Math.min(a[0], b[0]) > ctx.W || Math.max(a[0], b[0]) < 0) continue
        floors += polyline([a, b])
      }
    }
  out += litFloors(ctx, rand, floors, close ? 3.6 : 2)
  if (!faces.roof.length) return out
  out += shape(polygon(faces.roof), tones.roof)
  if (z0 > 620) return out
  const m = setback,
    top = boxFaces(camera, {
      x0: lerp(x0, x1, m),
      x1: lerp(x0, x1, 1 - m * 0.8),
      z0: lerp(z0, z1, m),
      z1: lerp(z0, z1, 1 - m),
      h: Math.min(h + (m < 0.18 ? 24 : 10), 385),
      ground: h,
    })
  return (
    out +
    shape(polygon(top.front), tones.front) +
    shape(polygon(top.side), tones.side) +
    (top.roof.length ? shape(polygon(top.roof), tones.roofTop) : '')
  )
}

/** A whole row of distant blocks in three paths. */
export function farRow(ctx, camera, rand, { z, halfWidth, street, tall, tones, lit = false }) {
  let floors = '',
    fronts = '',
    roofs = '',
    sides = ''
  for (const direction of [-1, 1]) {
    for (let x = street; x < halfWidth;) {
      const w = between(rand, 60, 104) * Math.max(1, z / 480),
        h = 45 + tall * rand() ** 1.6 * bell(x, 0, 800)
      const [a, b] = direction < 0 ? [-x - w, -x] : [x, x + w]
      const faces = boxFaces(camera, { x0: a, x1: b, z0: z, z1: z + 84 * Math.max(1, z / 500), h })
      fronts += polygon(faces.front)
      if (x < street + 500) sides += polygon(faces.side)
      roofs += polygon(faces.roof)
      if (lit && rand() < tones.lit * 2) {
        const y = h * between(rand, 0.3, 0.85)
        floors += polyline([camera([a + w * 0.1, y, z]), camera([b - w * 0.15, y, z])])
      }
      x += w + 18 * Math.max(1, z / 560)
    }
  }
  return (
    shape(sides, tones.side) +
    shape(fronts, tones.front) +
    shape(roofs, tones.roof) +
    litFloors(ctx, rand, floors, 2)
  )
}
