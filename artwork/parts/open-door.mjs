import { mix } from './numbers.mjs'
import { alpha, line, shape, svg } from './svg-text.mjs'

/** Open-door foreground: landing skid, two shoes seen from above, and the door frame. */
export function openDoor(ctx, { skidY, shoes, shoeSize }) {
  const { W, H, palette, defs } = ctx
  const metal = mix(
    '#4a505c',
    palette.near,
    { dawn: 0.45, day: 0.15, sunset: 0.65, night: 0.7 }[palette.mood],
  )
  const sheen = mix(
    metal,
    palette.mood === 'night' ? palette.facet : palette.core,
    palette.mood === 'night' ? 0.35 : 0.55,
  )
  const canvas = mix(
    '#efe9df',
    palette.near,
    { dawn: 0.3, day: 0.03, sunset: 0.42, night: 0.58 }[palette.mood],
  )
  const denim = mix('#38517e', palette.near, { dawn: 0.4, day: 0.1, sunset: 0.6, night: 0.68 }[palette.mood])
  const rim = mix(canvas, palette.facet, 0.75)
  const canvasFill = defs.vertical([
    [0, mix(canvas, rim, 0.6)],
    [0.35, canvas],
    [1, mix(canvas, palette.near, 0.4)],
  ])
  const denimFill = defs.vertical([
    [0, mix(denim, palette.facet, 0.16)],
    [1, mix(denim, palette.near, 0.55)],
  ])
  const shoeId = defs.add(
    (id) => svg`<g id="${id}">
${shape(
  'M-47 96C-44 60-55 22-54-18C-53-62-34-92-2-93C32-93 50-64 50-22C50 20 42 58 43 96Z',
  mix(palette.near, '#000000', 0.3),
  alpha(0.45),
)}
${shape(
  'M-43 92C-41 58-51 22-50-16C-49-58-32-86-3-87C28-87 46-60 46-20C46 20 38 58 39 92Z',
  mix(canvas, '#ffffff', palette.mood === 'day' ? 0.6 : 0.22),
)}
${shape('M-37 94C-35 60-44 24-43-14C-42-52-28-77-3-78C24-78 39-54 39-18C39 20 32 60 33 94Z', canvasFill)}
${line('M-38-34C-26-46 22-47 35-36', palette.near, 1.5, alpha(0.35))}
${shape('M-21-30C-12-36 8-36 17-31L22 94H-25Z', mix(canvas, palette.near, 0.28))}
${line(
  'M-24-22L20-10M-24-4L20 8M-25 14L21 26M-25 32L21 44M20-22L-24-10M20-4L-24 8M20 14L-25 ' + '26M20 32L-25 44',
  mix(canvas, '#ffffff', 0.55),
  5,
  ' stroke-linecap="round"',
)}
${shape('M-62 330C-60 200-58 130-47 66C-20 50 16 50 41 66C54 130 62 200 66 330Z', denimFill)}
${line('M-47 70C-20 54 16 54 41 70M-46 80C-20 64 16 64 42 80', mix(denim, palette.near, 0.5), 2)}${line(
      'M-30 76C-36 150-38 220-40 320M26 84C34 150 38 220 42 320M-8 120C2 150-6 190 4 230',
      mix(denim, palette.near, 0.5),
      2,
      alpha(0.5),
    )}</g>`,
  )
  const tube = H * 0.019
  const skid = svg`M-20 ${skidY}L${W + 20} ${skidY - H * 0.03}`
  const strutX = W * 0.86
  return [
    line(
      svg`M${strutX} ${
        skidY - H * 0.028
      }L${strutX + W * 0.05} ${H + 40}M${W * 0.1} ${skidY}L${W * 0.03} ${H + 40}`,
      mix(metal, palette.near, 0.3),
      tube * 1.3,
    ),
    line(skid, metal, tube * 2),
    line(
      svg`M-20 ${skidY - tube * 0.45}L${W + 20} ${skidY - H * 0.03 - tube * 0.45}`,
      sheen,
      tube * 0.35,
      alpha(0.7),
    ),
    line(
      svg`M-20 ${skidY + tube * 0.6}L${W + 20} ${skidY - H * 0.03 + tube * 0.6}`,
      palette.near,
      tube * 0.7,
      alpha(0.5),
    ),
    shoes.map(
      ([x, y, turn]) =>
        svg`<use href="#${shoeId}" transform="translate(${x} ${y}) rotate(${turn}) scale(${shoeSize})"/>`,
    ),
  ]
}

export function doorFrame(ctx) {
  const { W, H, palette } = ctx
  const t = Math.min(W, H) * 0.045,
    r = Math.min(W, H) * 0.16
  const dark = mix(palette.near, '#000000', 0.45)
  const edge = mix(palette.near, palette.facet, 0.4)
  return (
    shape(svg`M-2-2H${W + 2}V${t * 0.5}H${t + r}Q${t} ${t * 0.5} ${t} ${t * 0.5 + r}V${H + 2}H-2z`, dark) +
    line(svg`M${W} ${t * 0.5}H${t + r}Q${t} ${t * 0.5} ${t} ${t * 0.5 + r}V${H}`, edge, 2.5, alpha(0.6))
  )
}
