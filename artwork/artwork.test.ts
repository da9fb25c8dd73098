import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DRAWING } from './drawing.mjs'
import { FORMATS, MOODS, PLACES, renderScene } from './render-scene.mjs'

const all = Object.keys(PLACES).flatMap((place) =>
  MOODS.flatMap((mood) => Object.keys(FORMATS).map((format) => ({ place, mood, format }))),
)
/** One seed for each picture; together they cover all arrangements and both sides. */
const sample = all.map((scene, index) => ({ ...scene, seed: String(index + 2) }))

const weigh = (svg: string) =>
  brotliCompressSync(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).byteLength

test('the hash in the addresses of pictures is that of the present drawings', () => {
  const hash = createHash('sha256')
  for (const scene of [...all, ...sample]) hash.update(renderScene(scene))
  expect(DRAWING).toBe(hash.digest('hex').slice(0, 8))
})

describe.each(sample)('$place, $mood, $format, seed $seed', (scene) => {
  const svg = renderScene(scene)

  test('is drawn again to the byte, in whole numbers', () => {
    expect(renderScene(scene)).toBe(svg)
    expect(svg).not.toMatch(/NaN|Infinity|undefined|https?:(?!\/\/www\.w3\.org\/2000\/svg")/)
  })

  test('weighs ten kilobytes at most', () => {
    expect(weigh(svg)).toBeLessThanOrEqual(10_000)
  })
})

test('two products over one place are two compositions, and one product is the same in every mood', () => {
  const towers = (seed: string, mood: string) =>
    renderScene({ place: 'manhattan', mood, format: 'card', seed }).match(/ d="[^"]{300,}"/g)?.[0]
  const seeds = ['1', '6', '7', '8', '9', '10', '11', '12', '13']
  expect(new Set(seeds.map((seed) => towers(seed, 'dawn'))).size).toBe(seeds.length)
  expect(towers('6', 'dawn')).toBeDefined()
})

test('no statue holds its torch in the left hand', () => {
  const seeds = Array.from({ length: 12 }, (_, index) => String(index))
  for (const seed of seeds)
    expect(renderScene({ place: 'liberty', mood: 'day', format: 'card', seed })).not.toContain('matrix(-1')
})
