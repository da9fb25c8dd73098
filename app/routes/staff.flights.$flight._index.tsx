import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type Manifest, ManifestReply } from '#contract/passenger.ts'
import { ManifestVersionsReply } from '#contract/manifest-version.ts'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { ManifestPage } from '../staff/flights/manifest-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleManifest, pathAfter } from '../staff/flights/handle-manifest.server.ts'
import { readDelayDone } from '../staff/flights/delay-view.ts'
import { loadFlightWeather } from '../staff/flights/load-flight-weather.server.ts'
import { loadRelief } from '../staff/flights/load-relief.server.ts'
import { loadFlightAmongOthers } from '../staff/flights/load-flight-among-others.server.ts'
import { printManifest } from '../staff/flights/print-manifest.server.ts'
import { readTransferDone } from '../staff/flights/transfer-view.ts'
import { readSeatsAsked } from '../staff/flights/seat-forms.ts'
import { loadSeats } from '../staff/flights/seats.server.ts'
import { isSent } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData, visitHeaders } from '../visit/load-visit.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const flight = requireOrderId(params['flight'])
  const path = `/v1/flights/${flight}`
  const [found, known] = await Promise.all([
    visit.userApi.get(`${path}/manifest`, ManifestReply),
    visit.userApi.get(`${path}/manifest_versions`, ManifestVersionsReply),
  ])
  const [{ manifest }, versions] = [requireData(found), requireData(known)]
  const query = new URL(request.url).searchParams
  const refused = query.get('photo')
  const saved = refused === 'saved' || query.has('corrected')
  const delayed = readDelayDone(query.get('delayed'))
  const moved = readTransferDone(query.get('moved'))
  const photoRefusal = refused === 'refused' ? visit.visit.session.get('photoRefusal') : undefined
  visit.visit.changed ||= photoRefusal !== undefined
  const canEdit = isDeskStaff(visit)
  const seatsAsked = canEdit ? readSeatsAsked(query.get('seats')) : undefined
  const [day, seats, relief, reports] = await Promise.all([
    loadFlightAmongOthers(visit, manifest, canEdit),
    loadSeats(visit.userApi, manifest, seatsAsked),
    canEdit ? loadRelief(visit, manifest) : null,
    loadFlightWeather(visit, manifest),
  ])
  const minutesLeft = Math.round((Date.parse(manifest.depart_at) - visit.visit.now.getTime()) / 60_000)
  return data(
    {
      ...{ manifest, versions, day, canEdit, minutesLeft, photoRefusal, seats, saved },
      ...{ delayed, moved, relief, reports },
    },
    { headers: await visitHeaders(visit.visit) },
  )
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const flight = requireOrderId(params['flight'])
  const form = await request.formData()
  if (isSent(form, 'print')) {
    const to = await printManifest(visit.userApi, flight)
    return redirect(to, { status: 303, headers: visit.headers })
  }
  const refused = await handleManifest(visit, flight, form)
  const { headers } = visit
  if (!refused) return redirect(pathAfter(flight, form), { status: 303, headers })
  return data(refused.answer, { status: refused.status, headers })
}

export const handle = staffHandle('flights')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? titleOf(loaded.manifest) : 'Manifest' }),
  NO_INDEX,
]

const titleOf = ({ flight_code: code, flight }: Manifest) => `${code}, ${flight.product_name}`

export default function StaffManifest() {
  return <ManifestPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
