import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RESCHEDULE_LINK_SHAPE, RescheduleLinkForm } from '../reschedules/reschedule-link-form.ts'
import { parseForm, type Refusal, refuseForm } from '../ui/form/read-form.server.ts'
import { FindOrderPage } from '../reschedules/find-order-page.tsx'
import { ReschedulingOffPage } from '../reschedules/reschedule-link-pages.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import sheet from '../styles/order-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { searchParams } = new URL(request.url)
  const { phone, email } = visit.brand
  const page = {
    contact: { phone, email },
    order: (searchParams.get('order') ?? '').slice(0, 20),
    sent: searchParams.has('sent'),
    loggedIn: visit.user !== undefined,
    off: visit.brand.rescheduling === false,
  }
  return data(page, { headers: await visitHeaders(visit) })
}

/** The answer is the same whether or not there is such an order. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  // The page itself says that the brand has no rescheduling.
  if (visit.brand.rescheduling === false)
    return redirect('/reschedule-flight', { status: 303, headers: PRIVATE_HEADERS })
  const submission = parseForm(await request.formData(), RescheduleLinkForm)
  const refuse = (status: number, refusal?: Refusal) =>
    data(refuseForm(RESCHEDULE_LINK_SHAPE, submission, refusal), { status, headers: PRIVATE_HEADERS })
  if (submission.status !== 'success') return refuse(422)
  const { shop, brand, api } = visit
  const url = `${getShopOrigin(request, shop.settings, brand.hosts)}/reschedule-flight`
  const result = await api.post('/v1/reschedule_links', z.object({}), {
    body: { reschedule_link: { ...submission.value, url } },
  })
  if (!result.ok) {
    return refuse(result.status === 502 ? 503 : result.status, {
      errors: { order_number: [result.message] },
    })
  }
  return redirect('/reschedule-flight?sent=1', { status: 303, headers: PRIVATE_HEADERS })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(
    matches,
    loaded?.off
      ? { title: 'Please call us to change your date' }
      : {
          title: 'Reschedule a flight',
          description:
            'Your order’s number and your e-mail address are enough to move a flight to another day.',
          path: '/reschedule-flight',
        },
  ),
  { name: 'robots', content: 'noindex' },
]

export default function FindOrder() {
  const { off, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return off ? <ReschedulingOffPage contact={page.contact} /> : <FindOrderPage {...page} answer={answer} />
}
