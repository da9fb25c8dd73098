import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import {
  answerOrRefusal,
  reloadOrShown,
  rememberShownPage,
  shouldReloadAfterRefusal,
} from '../payments/card/answer-or-unreachable.ts'
import { useBooking } from '../payments/card/use-booking.ts'
import { useHoldEnd } from '../payments/card/use-hold-end.ts'
import { useRefusalFocus } from '../payments/card/use-refusal-focus.ts'
import { PayForm } from '../checkout/pay-form.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handlePayForm } from '../checkout/handle-pay-form.server.ts'
import { loadPayPage } from '../checkout/load-pay-page.server.ts'
import { answerOf } from '../ui/form/form-shape.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const page = await loadPayPage(visit, params.product ?? '')
  if ('elsewhere' in page)
    return redirectDocument(page.elsewhere, { status: 303, headers: await visitHeaders(visit) })
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const result = await handlePayForm(visit, request, params.product ?? '')
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  if (result.kind === 'answer') return data(result.answer, { status: result.status, headers })
  const go = result.leave ? redirectDocument : redirect
  return go(result.location, { status: 303, headers })
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerOrRefusal(request, () => serverAction<typeof action>())

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  reloadOrShown(() => serverLoader<typeof loader>())

export const shouldRevalidate: ShouldRevalidateFunction = shouldReloadAfterRefusal
export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet, hydrate: true, payments: true }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Who is flying, and how to pay' }),
  { name: 'robots', content: 'noindex' },
]

export default function Pay() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const booking = useBooking(page.hrefs.pay, page.payWith)
  useHoldEnd(page.held?.lastsMs)
  useEffect(() => {
    rememberShownPage(page)
  }, [page])
  useRefusalFocus(booking.refusal)
  const refusal = booking.refusal ?? (answer?.kind === 'refused' ? answer.refusal : undefined)
  const refused = useMemo(() => refusal && answerOf('pay', refusal), [refusal])
  return (
    <PayForm
      page={page}
      answer={refused}
      formKey={refusal?.formKey ?? page.formKey}
      problems={refusal?.problems ?? {}}
      accepted={refusal?.accepted ?? false}
      booking={booking}
    />
  )
}
