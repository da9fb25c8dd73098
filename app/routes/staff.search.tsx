import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleSearch, loadSearch } from '../staff/search/load-search.server.ts'
import { StaffSearchPage } from '../staff/search/search-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const view = await loadSearch(staff, new URL(request.url).searchParams)
  return data({ ...view, zone: staff.visit.brand.time_zone }, { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await handleSearch(staff, await request.formData()), { headers: staff.headers })
}

export const handle = staffHandle('search')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Search' }),
  NO_INDEX,
]

export default function StaffSearch() {
  return <StaffSearchPage {...useLoaderData<typeof loader>()} {...useActionData<typeof action>()} />
}
