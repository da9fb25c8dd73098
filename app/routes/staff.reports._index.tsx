import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadOverview, readOverviewFilter } from '../staff/reports/load-overview.server.ts'
import { getToday } from '../staff/reports/load-report.server.ts'
import { OverviewPage } from '../staff/reports/overview-page.tsx'
import { listOverviewSpans } from '../staff/reports/overview-spans.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { searchParams, search } = new URL(request.url)
  // Until the overview existed, the tables had this address.
  if (searchParams.has('name')) return redirect(`/staff/reports/tables${search}`, { headers: staff.headers })
  const today = getToday(staff)
  const filter = readOverviewFilter(searchParams, today)
  const [{ overview, failure }, brands] = await Promise.all([
    loadOverview(staff, filter),
    loadBrandNames(staff),
  ])
  const page = { filter, overview, failure, brands, today, spans: listOverviewSpans(today) }
  return data(page, { headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'reports', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Reports' }),
  NO_INDEX,
]

export default function StaffReports() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />
}
