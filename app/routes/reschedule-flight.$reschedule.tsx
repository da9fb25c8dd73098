import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
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
import { type PayAnswer } from '../payments/pay-answer.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { rescheduleSearch } from '../reschedules/reschedule-choice.ts'
import { type ReschedulePageData } from '../reschedules/reschedule-page-data.ts'
import { MailedLinkPage, ReschedulingOffPage } from '../reschedules/reschedule-link-pages.tsx'
import { ReschedulePage } from '../reschedules/reschedule-page.tsx'
import { handleRescheduleForm } from '../reschedules/handle-reschedule-form.server.ts'
import { loadReschedulePage, requireRescheduleSubject } from '../reschedules/load-reschedule.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { openRescheduleLink } from '../reschedules/open-reschedule-link.server.ts'
import { answerOf } from '../ui/form/form-shape.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../reschedules/reschedule-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** An order item, or the secret of a mailed link. */
function readAddress(text = ''): { item: string } | { token: string } {
  if (/^f?[1-9]\d{0,8}$/.test(text)) return { item: text }
  if (/^[\w-]{24,200}$/.test(text)) return { token: text }
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const address = readAddress(params.reschedule)
  const visit = await loadVisit(request, context)
  const { phone, email } = visit.brand
  // Mail programs prefetch links: only the button opens it.
  const off = visit.brand.rescheduling === false
  if ('token' in address)
    return data({ page: undefined, off, contact: { phone, email } }, { headers: SECRET_PAGE_HEADERS })
  const subject = await requireRescheduleSubject(visit, address.item)
  const page = await loadReschedulePage(visit, request, subject)
  return data({ page, off, contact: page.contact }, { headers: await visitHeaders(visit) })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const address = readAddress(params.reschedule)
  const visit = await loadVisit(request, context)
  if ('token' in address) {
    const opened = await openRescheduleLink(visit, address.token)
    if (!opened.ok)
      return data(
        { kind: 'link' as const, text: opened.text },
        { status: opened.status, headers: SECRET_PAGE_HEADERS },
      )
    const headers = { ...SECRET_PAGE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
    return redirect(opened.path, { status: 303, headers })
  }
  const result = await handleRescheduleForm(
    visit,
    request,
    await requireRescheduleSubject(visit, address.item),
  )
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

/** Only with a payment does the page need the framework’s script, and the provider’s. */
export const handle = (loaded: { page?: ReschedulePageData | undefined } | undefined): PageHandle => ({
  layout: 'checkout',
  sheet,
  ...(loaded?.page?.pay ? { hydrate: true, payments: true } : {}),
})
/** The address contains a token, which must not leak to other sites. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const secret = [errorHeaders, actionHeaders, loaderHeaders].some((sent) => sent?.has('Referrer-Policy'))
  return secret ? SECRET_PAGE_HEADERS : PRIVATE_HEADERS
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const number = loaded?.page?.order.number
  return [
    ...pageMeta(matches, { title: number ? `Change your date, ${number}` : 'Change your date' }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Reschedule() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { page, off, contact } = loaded
  if (page?.pay) return <PaidReschedule loaded={loaded} page={page} answer={answer} />
  // Without a payment the page is rendered by the server alone.
  if (!import.meta.env.SSR) return null
  if (page) return <ReschedulePage page={page} />
  if (off) return <ReschedulingOffPage contact={contact} />
  return <MailedLinkPage contact={contact} refusal={answer?.kind === 'link' ? answer.text : undefined} />
}

interface PaidProps {
  loaded: unknown
  page: ReschedulePageData
  answer: PayAnswer | { kind: 'link' } | undefined
}

function PaidReschedule({ loaded, page, answer }: PaidProps) {
  const booking = useBooking(`${page.path}${rescheduleSearch(page.choice)}`, page.pay?.payWith ?? 'nothing')
  useEffect(() => {
    rememberShownPage(loaded)
  }, [loaded])
  useRefusalFocus(booking.refusal)
  const refusal = booking.refusal ?? (answer?.kind === 'refused' ? answer.refusal : undefined)
  const refused = useMemo(() => refusal && answerOf('reschedule', refusal), [refusal])
  return <ReschedulePage page={page} refusal={refusal} answer={refused} booking={booking} />
}
