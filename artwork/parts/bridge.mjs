import { lerp, mix, range } from './numbers.mjs'
import { atDepth } from './palettes.mjs'
import { alpha, line, polygon, polyline, shape, svg } from './svg-text.mjs'

const pointedArch = (halfWidth, foot, top) =>
  [
    [-1, 0],
    [-1, 0.68],
    [-0.86, 0.8],
    [-0.55, 0.91],
    [0, 1],
    [0.55, 0.91],
    [0.86, 0.8],
    [1, 0.68],
    [1, 0],
  ].map(([u, v]) => [u * halfWidth, lerp(foot, top, v)])

/**
 * A stone-towered suspension bridge in true perspective.
 * `origin` is the foot of the near tower, `heading` the direction to the far one (radians from +z).
 */
export function suspensionBridge(
  ctx,
  camera,
  {
    origin,
    heading,
    span = 480,
    side = 280,
    towerHeight = 88,
    deckHeight = 38,
    width = 28,
    before = 200,
    depth = 0.9,
    mirror = 1,
    fine = true,
  },
) {
  const { palette, scale } = ctx
  const dir = [Math.sin(heading), Math.cos(heading)]
  const at = (along, across, up) =>
    camera([
      origin[0] + dir[0] * along + dir[1] * across,
      up * mirror,
      origin[1] + dir[1] * along - dir[0] * across,
    ])
  const stone = atDepth(palette, depth),
    lit = mix(stone, palette.facet, palette.facetAmount * 0.9)
  const farStone = atDepth(palette, depth * 0.72),
    farLit = mix(farStone, palette.facet, palette.facetAmount * 0.9)
  const cableHeight = (along) => {
    const low = deckHeight + 4
    if (along >= 0 && along <= span) return low + (towerHeight - low) * ((2 * along) / span - 1) ** 2
    const t = 1 - (along < 0 ? -along : along - span) / side
    return deckHeight + (towerHeight - deckHeight) * Math.max(0, t) ** 1.5
  }
  const run = (from, to, step) => range((to - from) / step + 1).map((i) => Math.min(to, from + i * step))
  const cable = (across) => polyline(run(-before, span + side, 24).map((a) => at(a, across, cableHeight(a))))
  const hangers = (across, step) =>
    run(-before, span + side, step)
      .filter((a) => cableHeight(a) > deckHeight + 1.5)
      .map((a) => {
        const [x, y] = at(a, across, cableHeight(a)),
          [, y2] = at(a, across, deckHeight)
        return svg`M${x} ${y}V${y2}`
      })
      .join('')
  const girder = (across) =>
    polygon([
      at(-before, across, deckHeight),
      at(span + side, across, deckHeight),
      at(span + side, across, deckHeight - 5),
      at(-before, across, deckHeight - 5),
    ])
  const road = polygon([
    at(-before, -width / 2, deckHeight),
    at(span + side, -width / 2, deckHeight),
    at(span + side, width / 2, deckHeight),
    at(-before, width / 2, deckHeight),
  ])
  const tower = (along, face, flank) => {
    const half = width * 0.72,
      thick = 7
    const slab = (a) =>
      polygon([at(a, -half, 0), at(a, -half, towerHeight + 4), at(a, half, towerHeight + 4), at(a, half, 0)])
    const hole = (a, centre) =>
      polygon(pointedArch(width * 0.19, deckHeight, towerHeight - 10).map(([u, v]) => at(a, centre + u, v)))
    const cornice = (y0, y1, grow) =>
      polygon([
        at(along - thick, -half - grow, y0),
        at(along - thick, -half - grow, y1),
        at(along - thick, half + grow, y1),
        at(along - thick, half + grow, y0),
      ])
    const facesCamera =
      (camera.eye[0] - origin[0] - dir[0] * along) * dir[1] -
        (camera.eye[2] - origin[1] - dir[1] * along) * dir[0] >
      0
    const flankSide = facesCamera ? 1 : -1
    const flankFace = polygon([
      at(along - thick, flankSide * half, 0),
      at(along - thick, flankSide * half, towerHeight + 4),
      at(along + thick, flankSide * half, towerHeight + 4),
      at(along + thick, flankSide * half, 0),
    ])
    const jamb = (centre) => {
      const u = centre - flankSide * width * 0.19
      return polygon([
        at(along - thick, u, deckHeight),
        at(along - thick, u, towerHeight - 20),
        at(along - thick + 4, u, towerHeight - 22),
        at(along - thick + 4, u, deckHeight),
      ])
    }
    const buttress = [-1, 0, 1]
      .map((k) =>
        polygon([
          at(along - thick - 1, (k - 0.09) * half * 0.92, 0),
          at(along - thick - 1, (k - 0.07) * half * 0.92, towerHeight - 3),
          at(along - thick - 1, (k + 0.07) * half * 0.92, towerHeight - 3),
          at(along - thick - 1, (k + 0.09) * half * 0.92, 0),
        ]),
      )
      .join('')
    const centres = [-width * 0.28, width * 0.28]
    return [
      shape(flankFace, flank),
      shape(centres.map(jamb).join(''), mix(face, palette.near, 0.5)),
      shape(
        slab(along - thick) + centres.map((c) => hole(along - thick, c)).join(''),
        face,
        ' fill-rule="evenodd"',
      ),
      shape(buttress, mix(face, flank, 0.3)),
      shape(
        cornice(towerHeight - 2, towerHeight + 4, 2) + cornice(deckHeight - 9, deckHeight - 6, 1.5),
        flank,
      ),
    ]
  }
  const wire = mix(palette.near, palette.far, 0.15)
  return [
    fine ? line(hangers(width / 2, 22), wire, 0.7, alpha(0.4)) : '',
    line(cable(width / 2), wire, 1.6 * scale, alpha(0.8)),
    tower(span, farStone, farLit),
    shape(road, mix(stone, palette.haze, 0.12)),
    shape(girder(width / 2) + girder(-width / 2), wire),
    tower(0, stone, lit),
    fine ? line(hangers(-width / 2, 12), wire, 1, alpha(0.65)) : '',
    line(cable(-width / 2), wire, 3 * scale),
  ]
}

/** The dark shadow of the towers in the water. */
export function bridgeMirror(ctx, camera, { origin, heading, span = 480, width = 28 }) {
  const dir = [Math.sin(heading), Math.cos(heading)]
  const at = (along, across, up) =>
    camera([origin[0] + dir[0] * along + dir[1] * across, -up, origin[1] + dir[1] * along - dir[0] * across])
  const tower = (along) =>
    polygon([
      at(along, -width * 0.7, 0),
      at(along, -width * 0.7, 70),
      at(along, width * 0.7, 70),
      at(along, width * 0.7, 0),
    ])
  return tower(0) + tower(span)
}
