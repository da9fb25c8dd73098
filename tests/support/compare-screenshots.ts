import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import sharp from 'sharp'

/**
 * Baselines have this width: letters become grey stripes, while columns, pictures and backgrounds
 * stay recognisable.
 */
const WIDTH = 160
/** A point differs when one of its colours is off by more than this, of 255. */
const OFF = 36
/** The largest share of points that may differ. */
const LIMIT = 0.04

const shrink = (picture: Buffer | string) =>
  sharp(picture).removeAlpha().resize({ width: WIDTH }).raw().toBuffer({ resolveWithObject: true })

/** @returns the points, each with its three colours */
async function pointsOf(picture: Buffer | string): Promise<number[][]> {
  const { data } = await shrink(picture)
  return Array.from({ length: data.length / 3 }, (_, point) => [...data.subarray(point * 3, point * 3 + 3)])
}

/**
 * The share of a picture's points, 0 to 1, that may differ: 4 in 100. On a page that is almost all
 * background it is a quarter of the other points, so that an empty page always differs.
 */
export async function getToleratedDifference(picture: Buffer | string): Promise<number> {
  const points = await pointsOf(picture)
  const counts = new Map<string, number>()
  for (const point of points) counts.set(point.join(), (counts.get(point.join()) ?? 0) + 1)
  const [ground = ''] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])
  const colours = ground.split(',').map(Number)
  const drawn = points.filter((point) => point.some((it, at) => Math.abs(it - (colours[at] ?? 0)) > OFF))
  return Math.min(LIMIT, drawn.length / points.length / 4)
}

/**
 * Measures how far two pictures of a page differ, as the share of points from 0 to 1. It tolerates
 * another word, date or price, but not a missing style sheet, a shifted column or a background of
 * another colour.
 * @throws Error when the sizes differ
 */
export async function comparePictures(one: Buffer | string, other: Buffer | string): Promise<number> {
  const [a, b] = [await shrink(one), await shrink(other)]
  if (a.data.length !== b.data.length) throw new Error('The pictures are not of one size')
  const points = a.data.length / 3
  let differ = 0
  for (let point = 0; point < points; point += 1) {
    const channels = [0, 1, 2].map((channel) => point * 3 + channel)
    if (channels.some((at) => Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > OFF)) differ += 1
  }
  return differ / points
}

/**
 * Compares a picture with the page's baseline and returns how much may differ from it. With
 * `UPDATE_BASELINES=true` it writes the baseline anew.
 * @param name of the file in `tests/e2e/baselines`
 * @throws Error when there is no baseline, or one of another size
 */
export async function compareScreenshot(
  screenshot: Buffer,
  name: string,
): Promise<{ difference: number; limit: number }> {
  const file = resolve(import.meta.dirname, '../e2e/baselines', `${name}.png`)
  if (process.env['UPDATE_BASELINES'] === 'true') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await sharp(screenshot).resize({ width: WIDTH }).png({ palette: true }).toBuffer())
  } else if (!existsSync(file)) {
    throw new Error(`${name} has no baseline; UPDATE_BASELINES=true writes one`)
  }
  return { difference: await comparePictures(file, screenshot), limit: await getToleratedDifference(file) }
}
