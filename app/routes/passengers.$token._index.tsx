import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { CallWelcome } from '../page/call-welcome.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { PassengerPage } from '../passengers/passenger-page.tsx'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { findPassengerForm, sendPassengerForm } from '../passengers/passenger-form.server.ts'
import { getWaiverText } from '../passengers/waiver-text.server.ts'
import sheet from '../passengers/passenger-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { phone, email, name } = visit.brand
  const contact = { phone, email }
  const form = await findPassengerForm(visit, params.token)
  if (!form) return data({ page: undefined, contact }, { status: 404, headers: SECRET_PAGE_HEADERS })
  const { version = WAIVER_VERSION, words } = form.waiver_text ?? {}
  const text = await getWaiverText(name, version, words)
  const waiver = { title: text?.title ?? '', html: text?.html ?? '', version }
  const url = new URL(request.url)
  const page = { form, waiver, path: url.pathname, saved: url.searchParams.has('saved') }
  return data({ page, contact }, { headers: SECRET_PAGE_HEADERS })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const refused = await sendPassengerForm(visit, params.token ?? '', await request.formData())
  if (refused) return data(refused.answer, { status: refused.status, headers: SECRET_PAGE_HEADERS })
  const { pathname } = new URL(request.url)
  return redirect(`${pathname}?saved=1#main`, { status: 303, headers: SECRET_PAGE_HEADERS })
}

export const handle: PageHandle = { layout: 'checkout', sheet }
export const headers = () => SECRET_PAGE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded?.page ? 'Your details for the flight' : 'This link is not in use' }),
  { name: 'robots', content: 'noindex' },
]

export default function Passenger() {
  const { page, contact } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!page) return <NoLink contact={contact} />
  return <PassengerPage {...page} contact={contact} answer={answer} />
}

function NoLink({ contact }: { contact: { phone: string; email: string } }) {
  return (
    <div className="wrap section narrow">
      <div className="head">
        <h1>This link is not in use any more.</h1>
        <p>Whoever booked can make a new one on the page of their order, and send it to you.</p>
      </div>
      <p>
        Or call <CallWelcome phone={contact.phone} />
      </p>
    </div>
  )
}
