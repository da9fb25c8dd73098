import { createHash } from 'node:crypto'
import { Marked, type Tokens } from 'marked'
import { Place } from '#contract/enums.ts'
import { DRAWING } from '../../artwork/drawing.mjs'
import { renderScene } from '../../artwork/render-scene.mjs'
import { drawInTurn } from '../pictures/draw-one-at-a-time.server.ts'

/** Spec section 9: pictures of the blog are 900 wide. */
export const BLOG_PICTURE = { width: 900, height: 506 }

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
type Format = keyof typeof TYPES

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/**
 * `![A seagrass meadow](scene:miami-day-2)`: a scene by place, light and composition, in each
 * format a browser may accept.
 */
function pictureHtml({ href, text }: Tokens.Image): string {
  const [, name] = /^scene:([a-z]+-[a-z]+-[1-9])$/.exec(href) ?? []
  if (name === undefined) throw new Error(`No picture of the blog is called ${href}`)
  const address = (format: Format) => `/blog/pictures/${name}.${format}`
  const size = `width="${String(BLOG_PICTURE.width)}" height="${String(BLOG_PICTURE.height)}"`
  return [
    '<picture class="art blog-picture">',
    ...(['avif', 'webp'] as const).map((one) => `<source type="${TYPES[one]}" srcset="${address(one)}">`),
    `<img src="${address('jpg')}" alt="${escape(text)}" ${size} loading="lazy" decoding="async"></picture>`,
  ].join('')
}

const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

/**
 * Renders the Markdown of our texts, with their drawn pictures. `/v1` refuses what is not shown here
 * when staff save a text; another service may not, so HTML is shown as it was typed, and a link that
 * might run something is text.
 */
export const ownMarkdown = new Marked({
  renderer: {
    image: pictureHtml,
    html: ({ text }) => escape(text),
    link({ href, tokens }) {
      return SAFE_ADDRESS.test(href) ? false : this.parser.parseInline(tokens)
    },
  },
})

/** The pictures that occur in a text; no others are drawn. */
const used = new Set(
  Object.values(
    import.meta.glob<string>(['/content/posts/*.md', '/content/pages/*.md'], {
      eager: true,
      query: '?raw',
      import: 'default',
    }),
  ).flatMap((text) => [...text.matchAll(/\]\(scene:([\w-]+)\)/g)].map(([, name = '']) => name)),
)

/** Part of the address. Increase it when pictures are cut or compressed differently. */
const BLOG_DRAWING = `1 ${DRAWING}`

const drawn = new Map<string, Promise<Buffer>>()

export interface BlogPicture {
  type: string
  /** Derived from the content, so that it is known before the picture is drawn. */
  etag: string
  draw: () => Promise<Buffer>
}

/** A picture of the blog by its file name; undefined for one that occurs in no text. */
export function findBlogPicture(file: string): BlogPicture | undefined {
  const [, name = '', spot, mood = '', seed, ending] =
    /^(([a-z]+)-(dawn|day|sunset|night)-([1-9]))\.(avif|webp|jpg)$/.exec(file) ?? []
  const place = Place.safeParse(spot)
  if (!place.success || seed === undefined || !used.has(name)) return undefined
  const format = ending as Format
  const etag = `"${createHash('sha256').update(`${BLOG_DRAWING} ${file}`).digest('base64url').slice(0, 22)}"`
  const drawOnce = () => {
    let drawing = drawn.get(file)
    if (!drawing) {
      const scene = { place: place.data, mood, format: 'wide', seed } as const
      drawing = drawInTurn(() => drawPicture(renderScene(scene), format))
      drawn.set(file, drawing)
      // After a failure the next request tries again.
      drawing.catch(() => drawn.delete(file))
    }
    return drawing
  }
  return { type: TYPES[format], etag, draw: drawOnce }
}

/** The library is loaded with the first picture: it takes memory and time that a start does not have. */
async function drawPicture(scene: string, format: Format): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(Buffer.from(scene)).resize(BLOG_PICTURE)
  if (format === 'avif') return picture.avif({ quality: 52, effort: 2 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 78 }).toBuffer()
  return picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer()
}
