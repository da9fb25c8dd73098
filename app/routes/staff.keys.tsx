import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { areKeysOn, keysCookie } from '../staff/office/keys-cookie.ts'
import { KeysPage } from '../staff/office/keys-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { readForm, SentText } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { headers } = await requireStaff(request, context)
  return data({ on: areKeysOn(request.headers.get('Cookie')) }, { headers })
}

const PressedKeys = z.object({ keys: SentText })

/** Switches the keys on or off in this browser. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { visit, headers: own } = await requireStaff(request, context)
  const { keys } = readForm(await request.formData(), PressedKeys)
  const headers = new Headers(own)
  headers.append('Set-Cookie', keysCookie(keys !== 'off', visit.shop.settings.publicUrl))
  return redirect('/staff/keys', { status: 303, headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Keys' }),
  NO_INDEX,
]

export default function StaffKeys() {
  return <KeysPage {...useLoaderData<typeof loader>()} />
}
