import { marked } from 'marked'
import { z } from 'zod'
import { type Brand } from '#contract/catalogue.ts'
import { Place } from '#contract/enums.ts'
import { type FormName } from '#contract/form-entry.ts'
import { inBrandsName, parseContent } from './parse-content.server.ts'

const FormMatter = z.object({
  title: z.string().min(1),
  summary: z.string().min(1).max(170),
  place: Place,
  /** What the second brand's page shows instead. */
  south: Place,
  mood: z.enum(['dawn', 'day', 'sunset', 'night']),
})
const ThanksMatter = z.object({ title: z.string().min(1) })
const OpeningMatter = z.object({
  title: z.string().min(1),
  where: z.string().min(1),
  hours: z.string().min(1),
  /** Whose opening it is. */
  brand: z.enum(['1', '2', 'both']),
})

const forms = readAll(
  FormMatter,
  import.meta.glob<string>('../../content/forms/*.md', { eager: true, query: '?raw', import: 'default' }),
)
const thanks = readAll(
  ThanksMatter,
  import.meta.glob<string>('../../content/thanks/*.md', { eager: true, query: '?raw', import: 'default' }),
)
const openings = readAll(
  OpeningMatter,
  import.meta.glob<string>('../../content/openings/*.md', { eager: true, query: '?raw', import: 'default' }),
)

function readAll<Matter>(schema: z.ZodType<Matter>, files: Record<string, string>) {
  return new Map(
    Object.entries(files).map(([path, file]) => {
      const name = /([\w-]+)\.md$/.exec(path)?.[1] ?? path
      return [name, parseContent(schema, file)] as const
    }),
  )
}

const toHtml = (text: string, brandName: string) => marked.parse(inBrandsName(text, brandName))

/** What stands above a form, in the brand's name. @throws when nobody wrote it */
export async function getFormText(name: FormName | 'subscribe', brand: Pick<Brand, 'id' | 'name'>) {
  const found = forms.get(name)
  if (!found) throw new Error(`There is no text for the form ${name}`)
  const { title, summary, mood, place, south } = found.matter
  const html = await toHtml(found.text, brand.name)
  return { title, summary, mood, place: brand.id === 2 ? south : place, html }
}

/** What is said once a form came; undefined for what is none of ours. */
export async function findThanks(name: string, brandName: string) {
  const found = thanks.get(name)
  return found && { ...found.matter, html: await toHtml(found.text, brandName) }
}

export interface Opening extends z.infer<typeof OpeningMatter> {
  slug: string
  html: string
}

/** The positions a brand looks for people for, by title. */
export async function listOpenings(brandId: number, brandName: string): Promise<Opening[]> {
  const own = [...openings].filter(
    ([, { matter }]) => matter.brand === 'both' || matter.brand === String(brandId),
  )
  const written = own.map(async ([slug, { matter, text }]) => ({
    slug,
    ...matter,
    html: await toHtml(text, brandName),
  }))
  return (await Promise.all(written)).sort((a, b) => a.title.localeCompare(b.title))
}
