import { type ShopBrand } from '#brands/brand.ts'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Place } from '#contract/enums.ts'
import { DRAWING } from '../../artwork/drawing.mjs'
import { renderScene } from '../../artwork/render-scene.mjs'
import fraunces from '../assets/fonts/fraunces-share.ttf?inline'
import outfit from '../assets/fonts/outfit-share.ttf?inline'
import { type ProductPhoto } from './photo-art.ts'
import { chooseComposition, type Mood } from './scene-art.ts'

/** The content of a preview picture. */
export interface ShareSubject {
  /** Set large, in the brand's display font. */
  title: string
  /** A short text below it. */
  note: string
  place: Place
  mood: Mood
  /**
   * The product's id or the text's slug, which select a composition; without one it is the place's.
   */
  owner?: number | string | undefined
  /** The product's own photo instead of the scene. */
  photo?: ProductPhoto | undefined
}

/**
 * Part of the address: a new value makes clients fetch the picture again. Increase it when the
 * layout of the texts changes.
 */
export const SHARE_DRAWING = `1 ${DRAWING}`

const SHARE_SIZE = { width: 1200, height: 630 }

const MARGIN = 64
/** The fonts as files: the library that sets the text cannot read the web's compressed format. */
const FACES = {
  fraunces: { font: 'Fraunces Share', data: fraunces },
  outfit: { font: 'Outfit Share', data: outfit },
}
let folder: string | undefined
const files = new Map<string, string>()

function fileOf({ font, data }: (typeof FACES)['fraunces']): string {
  const known = files.get(font)
  if (known) return known
  folder ??= mkdtempSync(join(tmpdir(), 'faces-'))
  const file = join(folder, `${font}.ttf`)
  writeFileSync(file, Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'))
  files.set(font, file)
  return file
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Loaded with the first picture: it takes memory and time that a shop's start does not have. */
const loadSharp = async () => (await import('sharp')).default

/** White words; broken between words where they are wider than the picture allows. */
async function setText(name: ShopBrand['face'], text: string, size: number, width: number) {
  const face = FACES[name]
  const sharp = await loadSharp()
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="white">${escape(text)}</span>`,
      font: `${face.font} ${String(size)}`,
      fontfile: fileOf(face),
      rgba: true,
      dpi: 72,
      width,
      wrap: 'word',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, height: info.height }
}

/**
 * Darkens the water, and slightly the sky, so that white text is readable; the scene between stays
 * clear.
 */
const SHADE = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs><linearGradient id="a" x1="0"
    y1="0" x2="0" y2="1"><stop offset="0" stop-color="#080a1c" stop-opacity=".5"/><stop offset=".24"
    stop-color="#080a1c" stop-opacity="0"/><stop offset=".38" stop-color="#080a1c"
    stop-opacity="0"/><stop offset=".68" stop-color="#080a1c" stop-opacity=".66"/><stop offset="1"
    stop-color="#080a1c" stop-opacity=".88"/></linearGradient></defs><rect width="1200" height="630"
    fill="url(#a)"/></svg>`,
)

/**
 * The preview picture of a page: the scene or the photo, the brand's name, the page's title. JPEG.
 *
 * @param photo the photo of the subject, cut for this picture
 */
export async function drawShareImage(
  { face }: Pick<ShopBrand, 'face'>,
  brandName: string,
  { title, note, place, mood, owner }: ShareSubject,
  photo?: Uint8Array,
): Promise<Buffer> {
  const seed = owner === undefined ? {} : { seed: String(chooseComposition(owner)) }
  const scene = photo ?? Buffer.from(renderScene({ place, mood, format: 'wide', ...seed }))
  const [name, head, foot] = await Promise.all([
    setText(face, brandName, 36, 900),
    setText(face, title, title.length > 34 ? 64 : 84, 1060),
    setText(face, note, 32, 900),
  ])
  const low = SHARE_SIZE.height - MARGIN - foot.height
  const sharp = await loadSharp()
  return sharp(scene)
    .resize({ ...SHARE_SIZE, fit: 'cover', position: 'bottom' })
    .composite([
      { input: SHADE, left: 0, top: 0 },
      { input: name.input, left: MARGIN, top: MARGIN },
      { input: head.input, left: MARGIN, top: low - 22 - head.height },
      { input: foot.input, left: MARGIN, top: low },
    ])
    .jpeg({ quality: 82 })
    .toBuffer()
}
