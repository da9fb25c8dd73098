import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { AuditPage } from '../staff/office/audit-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadAudit } from '../staff/office/load-audit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  return data(await loadAudit(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Who changed what' }),
  NO_INDEX,
]

export default function StaffAudit() {
  return <AuditPage {...useLoaderData<typeof loader>()} />
}
