import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NoParty, PartyPage } from '../passengers/party-page.tsx'
import { findParty, pickSeat } from '../passengers/party.server.ts'
import sheet from '../passengers/passenger-pages.css?url'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { loadVisit } from '../visit/load-visit.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const contact = { phone: visit.brand.phone }
  const party = await findParty(visit, params.token)
  const pageKey = crypto.randomUUID()
  return data({ party, pageKey, contact }, { status: party ? 200 : 404, headers: SECRET_PAGE_HEADERS })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { status, refused } = await pickSeat(visit, params.token ?? '', await request.formData())
  return data({ refused }, { status, headers: SECRET_PAGE_HEADERS })
}

export const handle: PageHandle = { layout: 'checkout', sheet }
export const headers = () => SECRET_PAGE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded?.party ? 'Which guest are you?' : 'This code has ended' }),
  { name: 'robots', content: 'noindex' },
]

export default function PartyRoute() {
  const { party, pageKey, contact } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!party) return <NoParty contact={contact} />
  return <PartyPage party={party} pageKey={pageKey} refused={answer?.refused} contact={contact} />
}
