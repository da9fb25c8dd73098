import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { WaitlistEntryReply } from '#contract/waitlist.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { DEPARTURE_CANCELLED, flightLines, describeParty } from '../waitlist/waitlist-text.ts'
import { WaitlistNote } from '../waitlist/waitlist-note.tsx'
import { loadVisit, requireData } from '../visit/load-visit.server.ts'

/** A secret in the format of our links; anything else counts as unknown. */
const tokenOf = (token: string | undefined) => (/^[\w-]{16,100}$/.test(token ?? '') ? token : 'none')

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { api } = await loadVisit(request, context)
  const path = `/v1/waitlist_entries/${String(tokenOf(params.token))}`
  const { waitlist_entry: entry } = requireData(await api.get(path, WaitlistEntryReply))
  return data(
    { entry, lines: flightLines(entry.flight), party: describeParty(entry) },
    { headers: SECRET_PAGE_HEADERS },
  )
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { api } = await loadVisit(request, context)
  const token = String(tokenOf(params.token))
  requireData(await api.delete(`/v1/waitlist_entries/${token}`))
  return redirect(`/waitlist/entries/${token}#main`, { status: 303, headers: SECRET_PAGE_HEADERS })
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }
export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your place on the waitlist' }),
  { name: 'robots', content: 'noindex' },
]

type Status = WaitlistEntryStatus
type WaitlistEntryStatus = ReturnType<typeof useLoaderData<typeof loader>>['entry']['status']

const ENDS: Record<Exclude<Status, 'waiting' | 'offered'>, { title: string; text: string }> = {
  left: { title: 'You have left the waitlist', text: 'We write no more about this flight.' },
  declined: {
    title: 'You passed the seats on',
    text: 'Thank you: somebody else may fly now. You wait no more.',
  },
  lapsed: {
    title: 'The seats went to the next',
    text: 'We kept seats for you, and their time ran out. You wait no more.',
  },
  taken: { title: 'You took the seats', text: 'Your ticket comes with the order. You wait no more.' },
  closed: {
    title: 'No seats came free',
    text: 'Sales for this flight have ended, and nobody gave seats back. We are sorry.',
  },
}

export default function WaitlistEntry() {
  const { entry, lines, party } = useLoaderData<typeof loader>()
  const {
    product_id: product,
    product_name: name,
    product_slug: slug,
    place,
    tags,
    local_date: date,
  } = entry.flight
  const flight = { name, product, place, tags, lines }
  const others = { text: 'Other departures', href: `/checkout/${slug}?date=${date}#departures` }
  if (entry.flight.called_off && entry.status !== 'left' && entry.status !== 'declined') {
    return <WaitlistNote flight={flight} {...DEPARTURE_CANCELLED} links={[others]} />
  }
  if (entry.status !== 'waiting' && entry.status !== 'offered') {
    const { title, text } = ENDS[entry.status]
    return <WaitlistNote flight={flight} title={title} lines={[text]} links={[others]} />
  }
  const waiting = entry.status === 'waiting'
  const title = waiting ? 'You are on the waitlist' : 'Seats are kept for you'
  const text = waiting
    ? `You wait for ${party}. As soon as they come free, we keep them for you and write to you.`
    : `We keep ${party} for you: the link to take them is in our last mail. If you leave, they ` +
      'go to the next.'
  return (
    <WaitlistNote flight={flight} title={title} lines={[text]} links={[others]}>
      <form method="post" className="group">
        <SubmitButton className="second">Leave the waitlist</SubmitButton>
      </form>
    </WaitlistNote>
  )
}
