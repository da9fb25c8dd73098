import { range } from './numbers.mjs'

const format = (v) => {
  if (Array.isArray(v)) return v.map(format).join('')
  if (typeof v !== 'number') return v ?? ''
  const size = Math.abs(v)
  return String(Number(v.toFixed(size < 2 ? 2 : size < 20 ? 1 : 0))).replace(/^(-?)0\./, '$1.')
}
/** Template tag that rounds every number (small ones less) and joins every list. */
export const svg = (texts, ...values) => texts.reduce((out, text, i) => out + format(values[i - 1]) + text)

export const shape = (d, fill, more = '') => (d ? svg`<path fill="${fill}"${more} d="${d}"/>` : '')
export const line = (d, stroke, width, more = '') =>
  d ? svg`<path fill="none" stroke="${stroke}" stroke-width="${width}"${more} d="${d}"/>` : ''
export const alpha = (value) => svg` opacity="${value}"`
export const polyline = (points) => 'M' + points.map(([x, y]) => svg`${x} ${y}`).join(' ')
export const polygon = (points) => polyline(points) + 'z'
/** A ripple: thin at its ends and thick in the middle. */
export const lens = (x, y, w, h) => {
  const half = Math.max(1, Math.round(w / 2)),
    bulge = Math.max(1, Math.round(h))
  return `M${Math.round(x)} ${Math.round(y)}q${half}-${bulge} ${half * 2} 0q-${half} ${bulge}-${half * 2} 0`
}

const stops = (list) =>
  list.map(
    ([offset, colour, opacity]) =>
      svg`<stop offset="${offset}" stop-color="${colour}"${
        opacity === undefined ? '' : svg` stop-opacity="${opacity}"`
      }/>`,
  )

/** Collects gradients, masks and symbols; returns the reference to use as a fill. */
export function createDefs(glowSteps) {
  const items = []
  let used = 0
  const add = (build) => {
    const id = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[used] ?? 'z' + used
    used += 1
    items.push(build(id))
    return id
  }
  return {
    add,
    vertical: (list, y1, y2) =>
      `url(#${add(
        (id) =>
          svg`<linearGradient id="${id}" x2="0" ${
            y2 === undefined ? 'y2="1"' : svg`y1="${y1}" y2="${y2}" gradientUnits="userSpaceOnUse"`
          }>${stops(list)}</linearGradient>`,
      )})`,
    /** Gaussian falloff in many steps, so that no edge shows. */
    glow: (colour, strength) =>
      `url(#${add(
        (id) =>
          svg`<radialGradient id="${id}">${stops(
            range(glowSteps + 1).map((i) => [
              i / glowSteps,
              colour,
              strength * (Math.exp(-((i / glowSteps) ** 2) * 4.6) - Math.exp(-4.6)),
            ]),
          )}</radialGradient>`,
      )})`,
    markup: () => `<defs>${items.join('')}</defs>`,
  }
}
