import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { WeekPage } from '../staff/catalogue/week-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { answerStatus } from '../staff/parts/live-form-status.server.ts'
import {
  beginWeek,
  loadFares,
  loadProducts,
  previewOrCreateWeek,
} from '../staff/catalogue/handle-week.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { searchParams: asked } = new URL(request.url)
  const begun = beginWeek(staff, asked.get('product'), asked.get('fare'))
  const [products, fares] = await Promise.all([loadProducts(staff), loadFares(staff)])
  const zone = staff.visit.brand.time_zone
  const loaded = { products, fares, begun, zone, formKey: crypto.randomUUID() }
  return data(loaded, { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const form = await request.formData()
  const answer = await previewOrCreateWeek(staff, form)
  return data(answer, { status: answerStatus(form, answer.status), headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'catalogue', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Paint a week' }),
  NO_INDEX,
]

export default function StaffWeek() {
  return <WeekPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
