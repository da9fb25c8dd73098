function hashText(text) {
  let hash = 2166136261
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  return hash >>> 0
}

export function seededRandom(text) {
  let state = hashText(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const lerp = (a, b, t) => a + (b - a) * t
export const clamp = (v, lo, hi) => Math.min(hi, Math.max(lo, v))
export const bell = (x, centre, width) => Math.exp(-(((x - centre) / width) ** 2))
export const range = (count) => Array.from({ length: Math.max(0, Math.round(count)) }, (_, i) => i)
export const between = (rand, lo, hi) => lo + rand() * (hi - lo)
export const pick = (rand, list) => list[Math.floor(rand() * list.length)]

const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
export const mix = (a, b, t) => {
  const other = channels(b)
  return (
    '#' +
    channels(a)
      .map((v, i) =>
        Math.round(lerp(v, other[i], clamp(t, 0, 1)))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  )
}
