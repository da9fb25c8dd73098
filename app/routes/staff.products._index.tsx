import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { AskedQuery } from '../staff/parts/asked-query.server.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadProductSheets } from '../staff/products/load-products.server.ts'
import { ProductsPage, STATE_GROUPS } from '../staff/products/products-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { readForm, SentId } from '../ui/form/sent-values.server.ts'

const Filter = z
  .object({ state: z.enum(STATE_GROUPS).optional().catch(undefined), brand: SentId })
  .extend(AskedQuery.shape)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { state, brand, asked } = readForm(new URL(request.url).searchParams, Filter)
  const [products, brands] = await Promise.all([loadProductSheets(staff), loadBrandNames(staff)])
  return data({ products, brands, filter: { state, brand }, asked }, { headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'products', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Products' }),
  NO_INDEX,
]

export default function StaffProducts() {
  return <ProductsPage {...useLoaderData<typeof loader>()} />
}
