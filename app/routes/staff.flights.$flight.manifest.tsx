import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ManifestVersionReply } from '#contract/manifest-version.ts'
import { QueryId } from '#contract/primitives.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ManifestPaper } from '../staff/flights/manifest-paper.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { requireData } from '../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

/** One version of the manifest as a sheet; without its number the flight's own page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const { userApi, visit, headers } = staff
  const flight = requireOrderId(params['flight'])
  const number = QueryId.safeParse(new URL(request.url).searchParams.get('version')).data
  if (number === undefined) throw redirect(`/staff/flights/${flight}`, { status: 303, headers })
  const path = `/v1/flights/${flight}/manifest_versions/${String(number)}`
  const { manifest_version: version } = requireData(await userApi.get(path, ManifestVersionReply))
  const back = { href: `/staff/flights/${flight}`, text: 'Back to the flight' }
  return data({ version, back, brand: visit.brand.name, canEdit: isDeskStaff(staff) }, { headers })
}

export const handle = staffHandle('flights')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, {
    title: loaded
      ? `Load manifest ${loaded.version.flight_code}, version ${String(loaded.version.number)}`
      : 'Load manifest',
  }),
  NO_INDEX,
]

export default function StaffManifestPaper() {
  return <ManifestPaper {...useLoaderData<typeof loader>()} />
}
