import { between, pick } from './numbers.mjs'
import { svg } from './svg-text.mjs'

/**
 * Outlines of single towers from the left foot to the right foot; x, w, top, base are whole
 * numbers.
 */
const TOWERS = {
  slab: (x, w, top, base, rand) => {
    const box = Math.max(2, (w * 0.3) | 0)
    const lift = Math.max(2, (w * 0.12) | 0)
    const inset = (between(rand, 0.1, 0.5) * w) | 0
    return `V${top}h${inset}v-${lift}h${box}v${lift}H${x + w}`
  },
  flat: (x, w, top) => `V${top}H${x + w}`,
  slant: (x, w, top) => `V${top}L${x + w} ${top - ((w * 0.4) | 0)}`,
  setback: (x, w, top, base) => {
    const step = Math.max(1, (w * 0.14) | 0)
    const drop = ((base - top) * 0.12) | 0
    return `V${
      top + drop * 2
    }h${step}v-${drop}h${step}v-${drop}h${w - 4 * step}v${drop}h${step}v${drop}H${x + w}`
  },
  needle: (x, w, top, base) => {
    const tall = base - top
    const a = Math.max(1, (w * 0.16) | 0),
      b = Math.max(1, (w * 0.14) | 0),
      mid = w - 2 * a - 2 * b
    const s1 = (tall * 0.42) | 0,
      s2 = (tall * 0.14) | 0,
      s3 = (tall * 0.06) | 0
    const shoulders = `V${top + s1 + s2 + s3}h${a}v-${s3}h${b}v-${s2}l`
    const tipLeft = svg`${mid * 0.3} ${-s1 * 0.25}h${mid * 0.12}L${x + w / 2} ${top - tall * 0.1}`
    const tipRight = svg`l${mid * 0.08} ${s1 * 0.75 + tall * 0.1}h${mid * 0.12}L`
    return `${shoulders}${tipLeft}${tipRight}${x + w - a - b} ${top + s1}v${s2}h${b}v${s3}H${x + w}`
  },
  crown: (x, w, top, base) => {
    const tall = base - top
    const step = Math.max(1, (w * 0.1) | 0)
    const shoulder = top + ((tall * 0.34) | 0)
    const half = w / 2 - step
    return svg`V${
      shoulder + step * 3
    }h${step}V${shoulder}q${half * 0.1} ${-tall * 0.09} ${half * 0.42} ${-tall * 0.13}q${half * 0.22}
      ${-tall * 0.05} ${half * 0.4} ${-tall * 0.12}L${x + w / 2} ${
        top - tall * 0.06
      }l${half * 0.18} ${tall * 0.15}q${half * 0.18} ${tall * 0.07} ${half * 0.4}
      ${tall * 0.12}q${half * 0.32} ${tall * 0.04} ${half * 0.42} ${tall * 0.13}V${
        shoulder + step * 3
      }H${x + w}`
  },
  taper: (x, w, top, base) => {
    const tall = base - top
    const inset = w * 0.17
    const left = svg`V${base - tall * 0.12}L${x + inset} ${top + tall * 0.18}h${w * 0.27}v${-tall * 0.03}`
    const tip = svg`h${w * 0.05}V${top - tall * 0.02}h${w * 0.02}V${top + tall * 0.15}h${w * 0.05}`
    return svg`${left}${tip}v${tall * 0.03}h${w * 0.27}L${x + w} ${base - tall * 0.12}`
  },
  pyramid: (x, w, top, base) => {
    const cap = Math.min((base - top) * 0.3, w * 0.7) | 0
    const step = (w * 0.12) | 0
    return (
      `V${top + cap + step * 2}h${step}v-${step * 2}L${svg`${x + w / 2} ${top}`}L${x + w - step} ` +
      `${top + cap}v${step * 2}H${x + w}`
    )
  },
  antenna: (x, w, top, base) => {
    const mast = ((base - top) * 0.22) | 0
    const at = (w * 0.42) | 0
    return svg`V${top + 4}h3v-4h${at - 3}v${-mast}h1.5v${mast}H${x + w - 3}v4h3`
  },
}
const COMMON_TOWERS = [
  'slab',
  'slab',
  'flat',
  'flat',
  'setback',
  'setback',
  'slant',
  'antenna',
  'pyramid',
  'slab',
]

/** A row of buildings that fills x0..x1; landmarks stand at fixed places in it. */
export function planRow(
  rand,
  { x0, x1, base, widths, skyline, landmarks = [], kinds = COMMON_TOWERS, gaps = 0 },
) {
  const row = []
  let x = Math.round(x0)
  while (x < x1) {
    const w = Math.round(between(rand, ...widths))
    const height = skyline(x + w / 2, rand())
    if (rand() < gaps || height < 3) {
      x += w
      continue
    }
    row.push({
      kind: height > w * 1.3 ? pick(rand, kinds) : 'slab',
      x,
      w,
      top: Math.round(base - height),
      base,
    })
    x += w
  }
  for (const { kind, at, w, height } of landmarks)
    row.push({ kind, x: Math.round(at - w / 2), w: Math.round(w), top: Math.round(base - height), base })
  return row
}

/** Outlines of a row; neighbours share one line, so that no slit of sky shows between them. */
export function rowOutline(rand, row) {
  let d = '',
    pen = null
  for (const { kind, x, w, top, base } of row) {
    if (x !== pen) d += `${pen === null ? '' : `V${base}`}M${x} ${base}`
    d += TOWERS[kind](x, w, top, base, rand)
    pen = x + w
  }
  return d + `V${row[0]?.base ?? 0}`
}
/** Height at which the full-width body of a tower starts. */
export const bodyTop = ({ kind, top, base }) =>
  Math.round(
    top +
      (base - top) *
        ({ needle: 0.62, crown: 0.36, taper: 0.24, setback: 0.24, pyramid: 0.2, antenna: 0.02 }[kind] ??
          0.02),
  )
