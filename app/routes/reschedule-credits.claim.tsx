import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RebookingLinkPage } from '../rebooking/rebooking-link-page.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { requestRebookingLink } from '../rebooking/rebooking-offer.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const sent = new URL(request.url).searchParams.has('sent')
  return data({ sent, email: visit.user?.email ?? '' }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const form = await request.formData()
  const textOf = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 254)
  const typed = { order_number: textOf('order_number'), email: textOf('email') }
  const refused = await requestRebookingLink(visit.api, typed)
  const headers = await visitHeaders(visit)
  if (!refused) return redirect('/reschedule-credits/claim?sent=1#main', { status: 303, headers })
  const of = (field: string) => refused.errors[field]?.[0]
  const problems = { order_number: of('order_number'), email: of('email') }
  const text = problems.order_number || problems.email ? undefined : refused.message
  return data({ typed, problems, text }, { status: refused.status, headers })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }
export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'A flight that was called off', path: '/reschedule-credits/claim' }),
  { name: 'robots', content: 'noindex' },
]

export default function ClaimLink() {
  const { sent, email } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const empty = { typed: { order_number: '', email }, problems: {}, text: undefined }
  return <RebookingLinkPage {...(refused ?? empty)} sent={sent && !refused} />
}
