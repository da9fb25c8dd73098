import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toLocalDate } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { AskedQuery } from '../staff/parts/asked-query.server.ts'
import { answerStatus } from '../staff/parts/live-form-status.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleProduct, keepProduct } from '../staff/products/handle-product.server.ts'
import {
  loadProductChoices,
  loadProductSheet,
  requireProductId,
} from '../staff/products/load-products.server.ts'
import { DONE, ProductPage } from '../staff/products/product-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheetHref from '../styles/staff.css?url'
import { readForm } from '../ui/form/sent-values.server.ts'

const Query = AskedQuery.extend({ done: z.enum(DONE).optional().catch(undefined) })

/** The id in the address; undefined for a new product. */
const idIn = (product: string | undefined) => (product === 'new' ? undefined : requireProductId(product))

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = idIn(params['product'])
  const [choices, sheet] = await Promise.all([
    loadProductChoices(staff),
    id === undefined ? undefined : loadProductSheet(staff, id),
  ])
  const { now, brand } = staff.visit
  const zone = brand.time_zone
  const { done, asked } = readForm(new URL(request.url).searchParams, Query)
  const today = toLocalDate(now.toISOString(), zone)
  const kept = sheet && keepProduct(sheet)
  return data(
    { sheet, kept, choices, zone, today, done, asked, formKey: crypto.randomUUID() },
    { headers: staff.headers },
  )
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = idIn(params['product'])
  const [form, choices] = await Promise.all([request.formData(), loadProductChoices(staff)])
  const answer = await handleProduct(staff, id, form, choices)
  if ('to' in answer) return redirect(answer.to, { status: 303, headers: staff.headers })
  return data(answer, { status: answerStatus(form, answer.status), headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'products', sheet: sheetHref }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded?.sheet ? loaded.sheet.name : 'New product' }),
  NO_INDEX,
]

export default function StaffProduct() {
  return <ProductPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
