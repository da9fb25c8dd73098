import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { OfficePage } from '../staff/office/office-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadOffice } from '../staff/office/load-office.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadOffice(staff), { headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Office' }),
  NO_INDEX,
]

export default function StaffOffice() {
  return <OfficePage {...useLoaderData<typeof loader>()} />
}
