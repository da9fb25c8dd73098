import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { root } from './root.mjs'

// `npm run fonts` writes the files of `app/assets/fonts` from the full fonts. These and the subsetter
// are no dependencies: npm fetches the versions that `package.json` names.

/** Where `npm exec` installed the packages. */
const bin = process.env.PATH?.split(delimiter).find((folder) => folder.includes('_npx')) ?? ''
const require = createRequire(join(dirname(bin), 'here.cjs'))
const subsetFont = require('subset-font')

/** What almost every text of the shop is written with. Names of people and places may need more. */
const CORE =
  'U+20,U+21,U+23-29,U+2B-3B,U+3F-5A,U+61-7A,U+A0,U+A9,U+B7,U+D7,U+2013,U+2014,U+2018,U+2019,' +
  'U+201C,U+201D,U+2026,U+2212'
const LATIN =
  'U+22,U+2A,U+3C-3E,U+5B-60,U+7B-7E,U+A1-A8,U+AA-B6,U+B8-D6,U+D8-FF,U+131,U+152,U+153,U+2BB,' +
  'U+2BC,U+201A,U+201E,U+2020-2022,U+2030,U+2032,U+2033,U+2039,U+203A,U+2044,' +
  'U+20AC,U+2122,U+2191,U+2193,U+2215'
const EXTENDED = 'U+100-130,U+132-151,U+154-24F,U+1E80-1E85,U+1E9E'
/** Vietnamese has its letters with two marks here, the others are in the files above. */
const VIETNAMESE = 'U+1EA0-1EF9'

/** Each part is a file, which browsers download only for a page with a character of its range. */
const PARTS = {
  core: ['latin', CORE],
  latin: ['latin', LATIN],
  extended: ['latin-ext', EXTENDED],
  vietnamese: ['vietnamese', VIETNAMESE],
}

/**
 * The weights are those that the style sheets use. The display fonts have one optical size. A font without
 * Vietnamese letters has those of another one.
 */
const FONTS = [
  { family: 'Fraunces Variable', name: 'fraunces', axis: 'opsz', axes: { opsz: 96 }, weights: [340, 640] },
  { family: 'Manrope Variable', name: 'manrope', weights: [300, 700] },
  { family: 'Outfit Variable', name: 'outfit', weights: [320, 620], vietnamese: 'source-sans-3' },
  { family: 'Source Sans 3 Variable', name: 'source-sans-3', weights: [300, 700] },
]

/** Kerning, ligatures, accents and figures of one width; fractions and alternates are not used. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'mark', 'mkmk', 'rvrn', 'tnum', 'pnum', 'lnum']

/** @param {string} range as in CSS */
const textOf = (range) =>
  range
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .slice(2)
        .split('-')
        .map((point) => parseInt(point, 16))
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')

const folder = join(root, 'app/assets/fonts')
for (const { family, name, axis = 'wght', axes = {}, weights, vietnamese = name } of FONTS) {
  const [min, max] = weights
  /** @type {(part: string, source: string, range: string) => Promise<void>} */
  const writePart = async (part, source, range) => {
    const file = require.resolve(`@fontsource-variable/${name}/files/${name}-${source}-${axis}-normal.woff2`)
    const font = await subsetFont(readFileSync(file), textOf(range), {
      targetFormat: 'woff2',
      keepFeatures: FEATURES,
      variationAxes: { ...axes, wght: { min, max } },
    })
    writeFileSync(join(folder, `${name}-${part}.woff2`), font)
    console.log(`${name}-${part}.woff2: ${String(font.length)} bytes`)
  }
  const faces = ['/* Written by `npm run fonts`. */']
  for (const [part, [source, range]] of Object.entries(PARTS)) {
    const drawnBy = part === 'vietnamese' ? vietnamese : name
    if (drawnBy === name) await writePart(part, source, range)
    faces.push(
      '@font-face {',
      `  font-family: '${family}';`,
      `  src: url('./${drawnBy}-${part}.woff2') format('woff2');`,
      `  font-weight: ${String(min)} ${String(max)};`,
      '  font-display: swap;',
      `  unicode-range:\n    ${range.replaceAll(',', ',\n    ')};`,
      '}',
    )
  }
  writeFileSync(join(folder, `${name}.css`), `${faces.join('\n')}\n`)
}
