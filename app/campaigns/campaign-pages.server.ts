import { marked } from 'marked'
import { z } from 'zod'
import { type CatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { fillBrandName, PictureFrontMatter, readContentFiles } from '../texts/parse-content.server.ts'

const CampaignMatter = PictureFrontMatter.extend({
  headline: z.string().min(1),
  lede: z.string().min(1),
  /** What visitors can do on the page. */
  does: z.enum(['prices', 'contest', 'club']),
  /** Ids of the brands the page is for; every brand if absent. */
  brands: z
    .string()
    .regex(/^[1-9]\d*( [1-9]\d*)*$/)
    .transform((ids) => ids.split(' ').map(Number))
    .optional(),
  /**
   * The list price of a seat, in dollars, that the page advertises: a brand without a seat at this
   * price has no such page.
   */
  seat_at_most: z.coerce.number().positive().optional(),
})

const pages = readContentFiles(
  CampaignMatter,
  import.meta.glob<string>('/content/campaigns/*.md', { eager: true, query: '?raw', import: 'default' }),
)

export type CampaignPage = z.infer<typeof CampaignMatter> & { name: string }

/** The written campaign pages that apply to a brand, ordered by address. */
export async function listCampaignPages(visit: CatalogueVisit): Promise<CampaignPage[]> {
  const products = await requireProducts(visit)
  return [...pages]
    .map(([name, { matter }]) => ({ name, ...matter }))
    .filter(({ brands, seat_at_most: most }) => {
      const sold =
        most === undefined || products.some(({ seat_price: price }) => price !== null && price <= most)
      return sold && (brands?.includes(visit.brand.id) ?? true)
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Whether the address is that of a written page, of any brand. */
export const isWrittenCampaign = (name: string): boolean => pages.has(name)

/** A written page with the brand's name; undefined for an unknown address. */
export async function findCampaignPage(
  visit: CatalogueVisit,
  name: string,
): Promise<(CampaignPage & { html: string }) | undefined> {
  const page = (await listCampaignPages(visit)).find((one) => one.name === name)
  const text = fillBrandName(pages.get(name)?.text ?? '', visit.brand.name)
  return page && { ...page, html: await marked.parse(text) }
}
