import { findShopBrand } from '#brands/index.ts'
import { marked } from 'marked'
import { z } from 'zod'
import { type Brand } from '#contract/catalogue.ts'
import { Place } from '#contract/enums.ts'
import { type FormName } from '#contract/form-entry.ts'
import { BrandIds, fillBrandName, PictureFrontMatter, readContentFiles } from './parse-content.server.ts'

const FormMatter = PictureFrontMatter.extend({
  /** What a brand of the coasts shows instead. */
  coast: Place,
})
const ThanksMatter = z.object({ title: z.string().min(1) })
const OpeningMatter = z.object({
  title: z.string().min(1),
  where: z.string().min(1),
  hours: z.string().min(1),
  /** The brand of the opening. */
  brands: BrandIds,
})

const forms = readContentFiles(
  FormMatter,
  import.meta.glob<string>('/content/forms/*.md', { eager: true, query: '?raw', import: 'default' }),
)
const thanks = readContentFiles(
  ThanksMatter,
  import.meta.glob<string>('/content/thanks/*.md', { eager: true, query: '?raw', import: 'default' }),
)
const openings = readContentFiles(
  OpeningMatter,
  import.meta.glob<string>('/content/openings/*.md', { eager: true, query: '?raw', import: 'default' }),
)

const toHtml = (text: string, brandName: string, rescheduling?: boolean) =>
  marked.parse(fillBrandName(text, brandName, rescheduling))

/**
 * The text above a form, with the brand's name.
 *
 * @throws if there is none
 */
export async function getFormText(
  name: FormName | 'subscribe',
  brand: Pick<Brand, 'id' | 'name' | 'rescheduling'>,
) {
  const found = forms.get(name)
  if (!found) throw new Error(`There is no text for the form ${name}`)
  const { title, summary, mood, place, coast } = found.matter
  const html = await toHtml(found.text, brand.name, brand.rescheduling)
  return { title, summary, mood, place: findShopBrand(brand.id).coastal ? coast : place, html }
}

/** The thank-you text of a form; undefined for an unknown one. */
export async function findThanks(name: string, brandName: string) {
  const found = thanks.get(name)
  return found && { ...found.matter, html: await toHtml(found.text, brandName) }
}

export interface Opening extends z.infer<typeof OpeningMatter> {
  slug: string
  html: string
}

/** The open positions of a brand, by title. */
export async function listOpenings(brandId: number, brandName: string): Promise<Opening[]> {
  const own = [...openings].filter(([, { matter }]) => matter.brands.includes(brandId))
  const written = own.map(async ([slug, { matter, text }]) => ({
    slug,
    ...matter,
    html: await toHtml(text, brandName),
  }))
  return (await Promise.all(written)).sort((a, b) => a.title.localeCompare(b.title))
}
