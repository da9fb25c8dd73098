import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RebookingPage } from '../rebooking/rebooking-page.tsx'
import { describeRebookingEnd } from '../rebooking/rebooking-text.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import {
  formatRebookingTimes,
  findRebookingOffer,
  sendRebookingForm,
} from '../rebooking/rebooking-offer.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { WaitlistNote } from '../waitlist/waitlist-note.tsx'
import { loadVisit, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

async function requireClaim({ api }: Visit, id: string | undefined) {
  const offer = await findRebookingOffer(api, id ?? '')
  if (!offer || id === undefined)
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  return { claim: offer, id }
}

/** A GET request must not use up the link, because mail programs prefetch links. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { claim: offer, id } = await requireClaim(visit, params.id)
  const page = {
    claim: offer,
    ...formatRebookingTimes(offer, visit.now),
    action: `/reschedule-credits/${id}/claim`,
    contact: { phone: visit.brand.phone, email: visit.brand.email },
    end: describeRebookingEnd(offer, visit.brand.time_zone),
  }
  return data(page, { headers: SECRET_PAGE_HEADERS })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { id } = await requireClaim(visit, params.id)
  const done = await sendRebookingForm(visit.api, `/v1/reschedule_claims/${id}`, await request.formData())
  if (done.ok)
    return redirect(`/reschedule-credits/${id}/claim#main`, { status: 303, headers: SECRET_PAGE_HEADERS })
  return data({ problem: done.problem }, { status: done.status, headers: SECRET_PAGE_HEADERS })
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }
export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const over = loaded && (loaded.claim.state !== 'open' || loaded.claim.over)
  const title = over ? loaded.end.title : 'Your flight is called off'
  return [...pageMeta(matches, { title }), { name: 'robots', content: 'noindex' }]
}

export default function Claim() {
  const { claim, lines, end, ...page } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  const { product_id: product, product_name: name, place, tags } = claim.flight
  const flight = { name, product, place, tags, lines }
  if (claim.state === 'open' && !claim.over) {
    return <RebookingPage offer={claim} flight={flight} problem={problem} {...page} />
  }
  const { title, lines: told, nextAction } = end
  return (
    <WaitlistNote
      flight={flight}
      title={title}
      lines={problem ? [<strong key="problem">{problem}</strong>, ...told] : told}
      links={[nextAction]}
    />
  )
}
