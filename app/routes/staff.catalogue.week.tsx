import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { WeekPage } from '../desk/week-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { answerStatus } from '../server/live-form.server.ts'
import { emptyWeek, loadFares, loadProducts, sendWeek } from '../server/paint-week.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

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
