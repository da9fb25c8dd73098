const HEX = /^#?([0-9a-f]{6})$/i
const SHORT = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i

/** Normalises a colour: `#A63A12`, `a63a12` or `#fa3` → `a63a12`; undefined for anything else. */
export function readHex(color: string | null | undefined): string | undefined {
  const text = color?.trim() ?? ''
  const short = SHORT.exec(text)
  if (short)
    return short
      .slice(1)
      .map((one) => one + one)
      .join('')
      .toLowerCase()
  return HEX.exec(text)?.[1]?.toLowerCase()
}

/**
 * Relative luminance (WCAG 2.2), from 0 to 1.
 *
 * @param hex six digits
 */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours, 1 to 21. */
export function getContrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The text colour with the higher contrast on a background that staff chose: black or white, never
 * less than 4.58 to 1.
 */
export const chooseInk = (ground: string): '000000' | 'ffffff' =>
  getContrastRatio(ground, '000000') >= getContrastRatio(ground, 'ffffff') ? '000000' : 'ffffff'
