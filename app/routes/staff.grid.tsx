import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { GridPage } from '../staff/grid/grid-page.tsx'
import { loadGrid } from '../staff/grid/load-grid.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadGrid(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export const handle = staffHandle('grid')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Grid of a day' }),
  NO_INDEX,
]

export default function StaffGrid() {
  return <GridPage {...useLoaderData<typeof loader>()} />
}
