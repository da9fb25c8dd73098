import { z } from 'zod'
import { type ProductSheet, ProductSheetReply, ProductSheetsReply } from '#contract/product-sheet.ts'
import { ListMeta } from '#contract/primitives.ts'
import { getBrands } from '../../visit/brand.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type FirstStep } from './first-steps.tsx'

/** @throws Response when they cannot be read */
export const loadProductSheets = async ({ userApi }: StaffVisit) =>
  requireData(await userApi.get('/v1/product_sheets', ProductSheetsReply)).product_sheets

/** @throws Response 404 for an address that names no product */
export function requireProductId(id: string | undefined): number {
  if (id === undefined || !/^[1-9]\d{0,8}$/.test(id)) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  return Number(id)
}

/** @throws Response 404, or when it cannot be read */
export const loadProductSheet = async ({ userApi }: StaffVisit, id: number): Promise<ProductSheet> =>
  requireData(await userApi.get(`/v1/product_sheets/${String(id)}`, ProductSheetReply)).product_sheet

const Counted = z.object({ meta: ListMeta })

/**
 * What there is of all that a first product needs.
 * @throws Response when it cannot be read
 */
export const loadFirstSteps = ({ userApi }: StaffVisit): Promise<FirstStep[]> =>
  Promise.all(
    (['terminals', 'aircraft_types', 'aircraft'] as const).map(async (resource) => {
      const { meta } = requireData(await userApi.get(`/v1/${resource}`, Counted, { query: { page_size: 1 } }))
      return { resource, done: meta.pagination.total_count > 0 }
    }),
  )

const Terminals = z.object({
  terminals: z.array(z.object({ id: z.number(), name: z.string(), timezone: z.string() })),
  meta: ListMeta,
})
const AircraftTypes = z.object({
  aircraft_types: z.array(z.object({ id: z.number(), name: z.string() })),
  meta: ListMeta,
})

export interface ProductChoices {
  terminals: { id: number; name: string; timezone: string }[]
  aircraftTypes: { id: number; name: string }[]
  /** Whose product it is, named by the brands that sell it. */
  brands: { id: number; name: string }[]
}

const ALL = { query: { page_size: 100 } }

/**
 * What a product may leave from, fly with and be sold by.
 * @throws Response when it cannot be read
 */
export async function loadProductChoices({ userApi, visit }: StaffVisit): Promise<ProductChoices> {
  const [found, types, brands] = await Promise.all([
    userApi.get('/v1/terminals', Terminals, ALL),
    userApi.get('/v1/aircraft_types', AircraftTypes, ALL),
    getBrands(visit.shop, Date.now()),
  ])
  const { brandId } = visit.shop.settings
  const shops = brands.filter(({ id, hosts }) => hosts.length > 0 || id === brandId)
  return {
    terminals: requireData(found).terminals,
    aircraftTypes: requireData(types).aircraft_types,
    brands: brands.map(({ id, name }) => {
      const sellers = shops.filter(({ product_brand_ids: sold }) => sold.includes(id))
      return { id, name: sellers.map((one) => one.name).join(' and ') || `${name}, without a shop` }
    }),
  }
}
