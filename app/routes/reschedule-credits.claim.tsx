import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { REBOOKING_LINK_SHAPE, RebookingLinkForm } from '../rebooking/rebooking-link-form.ts'
import { RebookingLinkPage } from '../rebooking/rebooking-link-page.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { requestRebookingLink } from '../rebooking/rebooking-offer.server.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
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
  const submission = parseForm(await request.formData(), RebookingLinkForm)
  const headers = await visitHeaders(visit)
  if (submission.status !== 'success') {
    return data(refuseForm(REBOOKING_LINK_SHAPE, submission), { status: 422, headers })
  }
  const refused = await requestRebookingLink(visit.api, submission.value)
  if (!refused) return redirect('/reschedule-credits/claim?sent=1#main', { status: 303, headers })
  const answer = refuseForm(REBOOKING_LINK_SHAPE, submission, refused)
  return data(answer, { status: refused.status, headers })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }
export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'A flight that was called off', path: '/reschedule-credits/claim' }),
  { name: 'robots', content: 'noindex' },
]

export default function ClaimLink() {
  const { sent, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <RebookingLinkPage email={email} answer={answer} sent={sent && !answer} />
}
