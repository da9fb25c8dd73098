import { between, lerp, range } from './numbers.mjs'
import { shape, svg } from './svg-text.mjs'

/** A palm crown of filled, combed, drooping fronds; drawn once and reused. */
function palmCrown(rand, { fronds = 10, leaflets = 13, length = 100, droop = 0.5, spread = 1.12 } = {}) {
  let leaves = ''
  for (const i of range(fronds)) {
    const angle = lerp(-Math.PI * spread, Math.PI * (spread - 1), (i + between(rand, 0.25, 0.75)) / fronds)
    const reach = length * between(rand, 0.85, 1.1),
      fall = length * droop * between(rand, 0.6, 1.2)
    const tip = [Math.cos(angle) * reach, Math.sin(angle) * reach * 0.75 + fall]
    const bend = [Math.cos(angle) * reach * 0.62, Math.sin(angle) * reach * 0.95 - length * 0.06]
    const rib = (t) => [
      2 * t * (1 - t) * bend[0] + t * t * tip[0],
      2 * t * (1 - t) * bend[1] + t * t * tip[1],
    ]
    const leaflet = (t, side) => {
      const [x, y] = rib(t),
        [x2, y2] = rib(Math.min(1, t + 0.02))
      const along = Math.atan2(y2 - y, x2 - x) + side * between(rand, 0.45, 0.75)
      const long = length * 0.3 * Math.sin(Math.PI * (0.1 + 0.8 * t)) * between(rand, 0.8, 1.1)
      return [x + Math.cos(along) * long, y + Math.sin(along) * long * 0.75 + long * 0.45]
    }
    const steps = range(leaflets).map((j) => 0.1 + (0.88 * j) / (leaflets - 1))
    const comb = (list, side) => list.flatMap((t) => [rib(t), leaflet(t, side)])
    const points = [[0, 0], ...comb(steps, -1), tip, ...comb(steps.slice().reverse(), 1)]
    leaves += 'M' + points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join(' ') + 'z'
  }
  return shape(leaves, 'currentColor') + '<circle r="5" cy="3" fill="currentColor"/>'
}

export function definePalm(ctx, name, options) {
  const crown = palmCrown(ctx.stream(name), options)
  return ctx.defs.add((id) => `<g id="${id}">${crown}</g>`)
}

/** One palm: bent, slightly swollen trunk and a shared crown. */
export function palm(crownId, { x, y, height, lean = 0, size = 1, colour, flip = 1, trunk = 0.05 }) {
  const top = [x + lean, y - height]
  const w = height * trunk
  const bend = x + lean * 0.12
  const d = svg`M${x - w} ${y}Q${bend - w * 0.3} ${
    y - height * 0.5
  } ${top[0] - w * 0.3} ${top[1]}h${w * 0.6}Q${bend + w * 0.75} ${y - height * 0.5} ${x + w} ${y}z`
  return svg`<g color="${colour}">${shape(
    d,
    'currentColor',
  )}<use href="#${crownId}" transform="translate(${top[0]} ${top[1]}) scale(${flip * size} ${size})"/></g>`
}
