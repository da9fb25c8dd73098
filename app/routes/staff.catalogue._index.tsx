import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { staffShapes } from '#contract/resources/catalogue-desk.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { headers, factor } = await requireStaff(request, context)
  return data({ admin: factor.roles.includes('admin') }, { headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'catalogue', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Catalogue' }),
  NO_INDEX,
]

/** All resources that staff edit, each with its list. */
export default function StaffCatalogue() {
  const { admin } = useLoaderData<typeof loader>()
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <h1>Catalogue</h1>
        <a className="btn small" href="/staff/catalogue/week">
          Paint a week of departures
        </a>
      </div>
      <ul className="desk-kinds">
        {staffShapes.map(({ plural, many, about }) => (
          <li key={plural}>
            <a href={`/staff/catalogue/${plural}`}>{many.charAt(0).toUpperCase() + many.slice(1)}</a>
            <p className="sm muted">{about}.</p>
          </li>
        ))}
        {admin ? (
          <li>
            <a href="/staff/integrations">Integrations</a>
            <p className="sm muted">Addresses that are told what happens, and keys of other systems.</p>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
