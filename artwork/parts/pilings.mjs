import { between, mix, range } from './numbers.mjs'
import { alpha, shape, svg } from './svg-text.mjs'

/** Wooden posts of an old pier, in perspective, with their reflections. */
export function pilings(ctx, camera, { x0, x1, z0, z1, count }) {
  const rand = ctx.stream('pilings')
  let posts = '',
    tops = '',
    mirrored = ''
  const places = range(count)
    .map(() => [between(rand, x0, x1), between(rand, z0, z1)])
    .sort((a, b) => b[1] - a[1])
  for (const [x, z] of places) {
    const up = between(rand, 1.2, 3.4)
    const [sx, sy, depth] = camera([x, 0, z]),
      [, ty] = camera([x, up, z])
    const w = (0.42 * camera.focal) / depth
    posts += svg`M${sx - w} ${sy}L${sx - w * 0.85} ${ty}h${w * 1.7}L${sx + w} ${sy}z`
    tops += svg`M${sx + w * 0.25} ${sy}L${sx + w * 0.25} ${ty}h${w * 0.6}L${sx + w} ${sy}z`
    mirrored += svg`M${sx - w} ${sy}l${w * 0.3} ${(sy - ty) * 0.8}h${w * 1.5}L${sx + w} ${sy}z`
  }
  return [
    shape(mirrored, ctx.palette.near, alpha(0.3)),
    shape(posts, mix(ctx.palette.near, ctx.palette.far, 0.08)),
    shape(tops, ctx.palette.facet, alpha(0.22)),
  ]
}
