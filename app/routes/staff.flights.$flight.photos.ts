import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { sendPhoto } from '../staff/flights/handle-manifest.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { type ApiClient } from '../visit/api-result.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

const PhotoButtons = z.object({ remove: Id.optional() })
const ROLES = ['admin', 'staff', 'pilot'] as const

/** Asked for, it leads to the manifest: pictures are only sent here. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { headers } = await requireStaff(request, context, ROLES)
  return redirect(`/staff/flights/${requireOrderId(params['flight'])}`, { status: 303, headers })
}

/** Adds a picture to a flight, or takes one away. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userApi, visit } = await requireStaff(request, context, ROLES)
  const flight = requireOrderId(params['flight'])
  const form = await request.formData()
  const { remove } = requireForm(form, PhotoButtons)
  const token = visit.session.get('token') ?? ''
  const refused =
    remove !== undefined
      ? await takeAway(userApi, flight, remove)
      : await sendPhoto(visit.shop, token, flight, form)
  if (refused !== undefined) visit.session.flash('photoRefusal', refused)
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  const to = `/staff/flights/${flight}?photo=${refused === undefined ? 'saved' : 'refused'}`
  return redirect(to, { status: 303, headers })
}

async function takeAway(own: ApiClient, flight: string, photo: number): Promise<string | undefined> {
  const done = await own.delete(`/v1/flights/${flight}/photos/${String(photo)}`)
  return done.ok ? undefined : `The picture: ${done.message}`
}
