import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { getInitialFields, joinWaitlist, loadWaitlist } from '../waitlist/load-waitlist.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { JoinForm } from '../waitlist/join-form.tsx'
import { WaitlistNote } from '../waitlist/waitlist-note.tsx'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const page = await loadWaitlist(visit, params.product ?? '')
  if ('elsewhere' in page)
    return redirect(page.elsewhere, { status: 303, headers: await visitHeaders(visit) })
  const joined = new URL(request.url).searchParams.has('joined')
  const email = joined ? visit.session.get('waitlisted') : undefined
  visit.changed ||= email !== undefined
  return data(
    { ...page, joined, email, known: getInitialFields(visit) },
    { headers: await visitHeaders(visit) },
  )
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const page = await loadWaitlist(visit, params.product ?? '')
  const headers = await visitHeaders(visit)
  if ('elsewhere' in page) return redirect(page.elsewhere, { status: 303, headers })
  const joined = await joinWaitlist(visit, page, await request.formData())
  if (!joined.ok) return data(joined.answer, { status: joined.status, headers })
  visit.session.flash('waitlisted', joined.email)
  const cookieHeaders = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(`${page.action}&joined=1#main`, { status: 303, headers: cookieHeaders })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded?.joined ? 'You are on the waitlist' : 'Join the waitlist' }),
  { name: 'robots', content: 'noindex' },
]

export default function Waitlist() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { flight, status, hrefs } = page
  const others = { text: 'Other departures', href: `${hrefs.when}#departures` }
  if (page.joined) {
    const to = page.email ? ` to ${page.email}` : ''
    const lines = [
      `We have sent a mail${to}. If seats come free, the next one has a link to take them, and ` +
        'how long we keep them for you.',
      'Plans changed? Every mail has a link to leave the list.',
    ]
    return <WaitlistNote flight={flight} title="You are on the waitlist" lines={lines} links={[others]} />
  }
  if (status === 'open') {
    const book = { text: 'Book this flight', href: hrefs.pay }
    const lines = ['Seats are free for your party right now, so there is nothing to wait for.']
    return <WaitlistNote flight={flight} title="There is room for you" lines={lines} links={[book, others]} />
  }
  if (status === 'closed') {
    const lines = ['Nothing is sold for this flight any more, so no seats can come free for you.']
    return <WaitlistNote flight={flight} title="Sales have closed" lines={lines} links={[others]} />
  }
  return (
    <JoinForm
      flight={flight}
      action={page.action}
      otherHref={others.href}
      sold={page.sold}
      known={page.known}
      answer={answer}
    />
  )
}
