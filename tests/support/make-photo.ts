import sharp from 'sharp'

/** Colours of the ninths, from the upper left to the lower right. */
export const NINTHS = [
  ...['#ff0000', '#00ff00', '#0000ff'],
  ...['#ffff00', '#808080', '#00ffff'],
  ...['#ff00ff', '#ffffff', '#000000'],
] as const

/** A picture in nine colours: `width` by `height` pixels, before the camera's rotation. */
export function makePhoto(width = 1800, height = 1200) {
  const ninths = NINTHS.map((colour, at) => {
    const [x, y] = [at % 3, Math.floor(at / 3)]
    return `<rect x="${String(x)}" y="${String(y)}" width="1" height="1" fill="${colour}"/>`
  })
  const size = `width="${String(width)}" height="${String(height)}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 3 3" preserveAspectRatio="none">`
  return sharp(Buffer.from(`${svg}${ninths.join('')}</svg>`)).flatten({ background: 'white' })
}

/** A photo as a phone writes it: with its place, turned by a quarter, and with a text that must go. */
export const makePhonePhoto = (): Promise<Buffer> =>
  makePhoto(1200, 1800)
    .withExif({
      IFD0: { Artist: 'Pat Pilot, 1 Pine St' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 44/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()

/** The colour in the middle of a picture, as the nearest of the nine. */
export async function readMiddle(picture: Uint8Array): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  const distance = (colour: string) =>
    [1, 3, 5].reduce((sum, from, channel) => {
      const value = Number.parseInt(colour.slice(from, from + 2), 16)
      return sum + Math.abs(value - (data[at + channel] ?? 0))
    }, 0)
  return NINTHS.toSorted((a, b) => distance(a) - distance(b))[0] ?? ''
}
