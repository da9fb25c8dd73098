import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { OfficePage } from '../staff/office/office-page.tsx'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadOffice } from '../staff/office/load-office.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

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
