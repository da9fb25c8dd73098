import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { WeekPage } from '../staff/catalogue/week-page.tsx'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { answerStatus } from '../staff/parts/live-form-status.server.ts'
import { emptyWeek, loadFares, loadProducts, sendWeek } from '../staff/catalogue/handle-week.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const { searchParams: asked } = new URL(request.url)
  const typed = emptyWeek(desk, asked.get('product') ?? '', asked.get('fare') ?? '')
  const [products, fares] = await Promise.all([loadProducts(desk), loadFares(desk)])
  const zone = desk.visit.brand.time_zone
  const loaded = { products, fares, typed, zone, nonce: crypto.randomUUID() }
  return data(loaded, { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const form = await request.formData()
  const answer = await sendWeek(desk, form)
  return data(answer, { status: answerStatus(form, answer.status), headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'catalogue', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Paint a week' }),
  NO_INDEX,
]

export default function StaffWeek() {
  const { typed, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <WeekPage {...loaded} typed={answer?.typed ?? typed} answer={answer} />
}
