import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { WeekPage } from '../desk/week-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { emptyWeek, loadProducts, sendWeek } from '../server/paint-week.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const typed = emptyWeek(desk, new URL(request.url).searchParams.get('product') ?? '')
  const loaded = { products: await loadProducts(desk), typed, nonce: crypto.randomUUID() }
  return data(loaded, { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const answer = await sendWeek(desk, await request.formData())
  return data(answer, { status: answer.status, headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'catalogue', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Paint a week' }),
  NO_INDEX,
]

export default function StaffWeek() {
  const { products, typed, nonce } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <WeekPage products={products} typed={answer?.typed ?? typed} nonce={nonce} answer={answer} />
}
