import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Email } from '#contract/primitives.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { FindOrderPage, ReschedulingOffPage } from '../reschedules/reschedule-link-pages.tsx'
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
  const form = await request.formData()
  const read = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 200)
  const typed = { order_number: read('order_number'), email: read('email') }
  const problems: Record<string, string> = {}
  if (typed.order_number === '') problems['order_number'] = CHECKOUT_TEXT.required
  const email = Email.safeParse(typed.email)
  if (typed.email === '') problems['email'] = CHECKOUT_TEXT.required
  else if (!email.success) problems['email'] = `Please input correct email format (${typed.email})`
  if (Object.keys(problems).length > 0)
    return data({ problems, typed }, { status: 422, headers: PRIVATE_HEADERS })
  const { shop, brand, api } = visit
  const url = `${getShopOrigin(request, shop.settings, brand.hosts)}/reschedule-flight`
  const result = await api.post('/v1/reschedule_links', z.object({}), {
    body: { reschedule_link: { ...typed, url } },
  })
  if (!result.ok) {
    const status = result.status === 502 ? 503 : result.status
    return data({ problems: { order_number: result.message }, typed }, { status, headers: PRIVATE_HEADERS })
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
  const refusal = useActionData<typeof action>()
  return off ? <ReschedulingOffPage contact={page.contact} /> : <FindOrderPage {...page} refusal={refusal} />
}
