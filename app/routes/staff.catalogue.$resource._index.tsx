import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RowListPage } from '../staff/catalogue/row-list-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import {
  loadNames,
  loadRows,
  getRowName,
  readRowFilterParams,
  requireShape,
} from '../staff/catalogue/load-rows.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { readPage } from '../visit/read-page.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const shape = requireShape(params['resource'])
  const { searchParams: asked } = new URL(request.url)
  const narrow = readRowFilterParams(shape, asked)
  const [{ rows, pagination }, choices] = await Promise.all([
    loadRows(staff, shape, readPage(asked), narrow),
    loadNames(staff, shape),
  ])
  const namedRows = rows.map((row) => ({ ...row, id: row.id, deskName: getRowName(row, shape) }))
  const list = { plural: shape.plural, many: shape.many, rows: namedRows, pagination, choices, narrow }
  return data(list, { headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'catalogue', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Catalogue: ${loaded.many}` : 'Catalogue' }),
  NO_INDEX,
]

export default function StaffRows() {
  return <RowListPage {...useLoaderData<typeof loader>()} />
}
