import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { MailingPage } from '../staff/orders/mailing-page.tsx'
import { loadMailing, sendMailing } from '../staff/orders/mailing.server.ts'
import { MAILINGS } from '../staff/orders/mailing-words.ts'
import { sayDone } from '../staff/orders/say-done.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffLoader } from '../staff/parts/staff-route.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadMailing)

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const sent = await sendMailing(staff, await request.formData(), new URL(request.url).searchParams)
  if (sent.to !== undefined) return sayDone(staff, sent.to, sent.done)
  return data(sent, { status: sent.status, headers: staff.headers })
}

export const handle = staffHandle('orders')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? MAILINGS[loaded.kind].title : 'Mails to orders' }),
  NO_INDEX,
]

export default function StaffOrdersMail() {
  const failure = useActionData<typeof action>()?.failure
  return <MailingPage {...useLoaderData<typeof loader>()} failure={failure} />
}
