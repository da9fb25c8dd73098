import {
  type ActionFunctionArgs,
  type AppLoadContext,
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
import { useRefusalFocus } from '../payments/card/use-refusal-focus.ts'
import { GiftForm } from '../gifts/gift-form.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handleGiftForm } from '../gifts/handle-gift-form.server.ts'
import { requireProduct } from '../selection/load-choice.server.ts'
import { type GiftChoice, readGiftChoice, loadGiftPage } from '../gifts/load-gift-page.server.ts'
import { answerOf } from '../ui/form/form-shape.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

/**
 * After a refusal the page shows the choice of the submitted form instead of the one in its
 * address.
 */
const sentChoices = new WeakMap<AppLoadContext, GiftChoice>()

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const param = params.product ?? ''
  const product = await requireProduct(visit, param)
  const choice = sentChoices.get(context) ?? readGiftChoice(visit, request)
  const page = await loadGiftPage(visit, param, product, choice)
  // The product is not sold as a gift; its page names the contact.
  if (!page) return redirectDocument(`/checkout/${encodeURIComponent(param)}?gift_card=1`, 303)
  return data(page, { headers: await visitHeaders(visit) })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const param = params.product ?? ''
  const product = await requireProduct(visit, param)
  const result = await handleGiftForm(visit, request, { param, row: product })
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  if (result.kind === 'go') {
    const go = result.leave ? redirectDocument : redirect
    return go(result.location, { status: 303, headers })
  }
  sentChoices.set(context, result.choice)
  return data(result.answer, { status: result.status, headers })
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerOrRefusal(request, () => serverAction<typeof action>())

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  reloadOrShown(() => serverLoader<typeof loader>())

export const shouldRevalidate: ShouldRevalidateFunction = shouldReloadAfterRefusal
export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet, hydrate: true, payments: true }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => [
  ...pageMeta(matches, { title: page ? `Give ${page.productName}` : 'Give a flight' }),
  { name: 'robots', content: 'noindex' },
]

export default function Gift() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const booking = useBooking(page.path, page.payWith)
  useEffect(() => {
    rememberShownPage(page)
  }, [page])
  useRefusalFocus(booking.refusal)
  const refusal = booking.refusal ?? (answer?.kind === 'refused' ? answer.refusal : undefined)
  const refused = useMemo(() => refusal && answerOf('gift', refusal), [refusal])
  return (
    <GiftForm
      page={page}
      answer={refused}
      formKey={refusal?.formKey ?? page.formKey}
      problems={refusal?.problems ?? {}}
      accepted={refusal?.accepted ?? false}
      booking={booking}
    />
  )
}
