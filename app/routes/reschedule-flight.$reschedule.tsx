import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { NOT_FOUND_PAGE } from '../components/page-error.tsx'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { MailedLinkPage, ReschedulingOffPage } from '../reschedule/reschedule-link-pages.tsx'
import { ReschedulePage } from '../reschedule/reschedule-page.tsx'
import { handleMoveForm } from '../server/handle-move-form.server.ts'
import { loadMovePage, requireMoveSubject } from '../server/load-move.server.ts'
import { loadVisit, visitHeaders } from '../server/load-checkout.server.ts'
import { SECRET } from '../server/mailed-link.server.ts'
import { openMoveLink } from '../server/open-move-link.server.ts'
import { commitSession, PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/move-pages.css?url'

/** An order item, or the secret of a mailed link. */
function readAddress(text = ''): { item: string } | { token: string } {
  if (/^f?[1-9]\d{0,8}$/.test(text)) return { item: text }
  if (/^[\w-]{24,200}$/.test(text)) return { token: text }
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE })
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const address = readAddress(params.reschedule)
  const visit = await loadVisit(request, context)
  const { phone, email } = visit.brand
  // Mail programs open links before people do: only the button opens it.
  const off = visit.brand.rescheduling === false
  if ('token' in address)
    return data({ page: undefined, off, contact: { phone, email } }, { headers: SECRET })
  const subject = await requireMoveSubject(visit, address.item)
  const page = await loadMovePage(visit, request, subject)
  return data({ page, off, contact: page.contact }, { headers: await visitHeaders(visit) })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const address = readAddress(params.reschedule)
  const visit = await loadVisit(request, context)
  if ('token' in address) {
    const opened = await openMoveLink(visit, address.token)
    if (!opened.ok)
      return data({ link: opened.text, move: undefined }, { status: opened.status, headers: SECRET })
    const headers = { ...SECRET, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
    return redirect(opened.path, { status: 303, headers })
  }
  const answer = await handleMoveForm(visit, request, await requireMoveSubject(visit, address.item))
  const headers = await visitHeaders(visit)
  if (answer.kind === 'go') return redirect(answer.location, { status: 303, headers })
  return data({ link: undefined, move: answer.refusal }, { status: answer.status, headers })
}

export const handle: PageHandle = { layout: 'checkout', sheet }
/** A token's page is told to nobody else. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const secret = [errorHeaders, actionHeaders, loaderHeaders].some((sent) => sent?.has('Referrer-Policy'))
  return secret ? SECRET : PRIVATE
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const number = loaded?.page?.order.number
  return [
    ...pageMeta(matches, { title: number ? `Change your date, ${number}` : 'Change your date' }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Reschedule() {
  const { page, off, contact } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (!page && off) return <ReschedulingOffPage contact={contact} />
  if (!page) return <MailedLinkPage contact={contact} refusal={refused?.link} />
  return <ReschedulePage page={page} refusal={refused?.move} />
}
