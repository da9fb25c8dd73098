import { z } from 'zod'
import { RESCHEDULE_FEE_TEXT as fee } from '#contract/reschedule-fee.ts'
import { Place } from '#contract/enums.ts'

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The front matter of every written page with a picture. */
export const PictureFrontMatter = z.object({
  title: z.string().min(1),
  /** Search engines show no more of it. */
  summary: z.string().min(1).max(170),
  place: Place,
  mood: z.enum(['dawn', 'day', 'sunset', 'night']),
})

/** Ids of the brands that publish a text, as in its file: `1 2`. */
export const BrandIds = z.string().transform((ids) => ids.split(' ').map(Number))

/** The number of texts that are kept as HTML: each of ours for each brand, with its present prices. */
export const MOST_TEXTS = 200

export interface ParsedContent<Matter> {
  matter: Matter
  text: string
}

/**
 * The files of a folder by name, without the extension.
 *
 * @throws if the front matter of one is invalid
 */
export function readContentFiles<Matter>(
  schema: z.ZodType<Matter>,
  files: Record<string, string>,
): Map<string, ParsedContent<Matter>> {
  return new Map(
    Object.entries(files).map(([path, file]): [string, ParsedContent<Matter>] => {
      const name = /([\w-]+)\.md$/.exec(path)?.[1] ?? path
      return [name, parseContent(schema, file)]
    }),
  )
}

/**
 * Splits a Markdown file into its typed front matter and its text.
 *
 * @throws if the front matter is invalid
 */
export function parseContent<Matter>(schema: z.ZodType<Matter>, file: string): ParsedContent<Matter> {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  const pairs = head.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { matter: schema.parse(Object.fromEntries(pairs)), text }
}

/** Escapes names of the catalogue for a Markdown text. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => escaped[sign] ?? sign).replace(/[\\`*_[\]]/g, '\\$&')

/**
 * `{{if rescheduling}}…{{else}}…{{end}}`: a text for brands whose buyers reschedule their flights,
 * and one for the others.
 */
const ONLY_RESCHEDULING = /\{\{if rescheduling\}\}([\s\S]*?)(?:\{\{else\}\}([\s\S]*?))?\{\{end\}\}/g

/**
 * Inserts the brand's name into one of our texts. The name comes from the catalogue and is escaped.
 *
 * @param rescheduling the brand lets buyers reschedule their flights
 */
export function fillBrandName(text: string, brandName: string, rescheduling = true): string {
  const safeName = brandName.replace(/[&<>]/g, (sign) => escaped[sign] ?? sign)
  return text
    .replace(ONLY_RESCHEDULING, (_, on: string, off = '') => (rescheduling ? on : off))
    .replaceAll('{{brand}}', () => safeName)
    .replaceAll('{{early_fee}}', () => fee.early)
    .replaceAll('{{late_fee}}', () => fee.late)
    .replaceAll('{{late_fee_before}}', () => fee.before)
}
