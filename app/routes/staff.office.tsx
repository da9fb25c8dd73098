import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { OfficePage } from '../desk/office-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { loadOffice } from '../server/desk-office.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  return data(await loadOffice(desk), { headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'office', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Office' }),
  NO_INDEX,
]

export default function StaffOffice() {
  return <OfficePage {...useLoaderData<typeof loader>()} />
}
