import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RefusedMail } from '../passengers/passenger-parts.tsx'
import { parseForm } from '../ui/form/read-form.server.ts'
import { changePassengerLink } from '../passengers/load-passenger-parts.server.ts'
import { confirmationPath } from '../payments/purchase-result.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** @throws Response 404 for an address without an order's number */
function requireOrderId(text: string | undefined): string {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  return text
}

const Back = z.object({ back: z.enum(['confirmation', 'order']).catch('confirmation') })
type BackTo = z.infer<typeof Back>['back']

const backTo = (order: string, back: BackTo) =>
  back === 'order' ? `/account/orders/${order}#passengers` : `${confirmationPath(Number(order))}#passengers`

/** This page only shows a failure; the list is part of the order's own pages. */
export function loader({ params }: LoaderFunctionArgs) {
  return data({ back: backTo(requireOrderId(params.order), 'order') }, { headers: PRIVATE_HEADERS })
}

/** Renews or mails a passenger's link. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const order = requireOrderId(params.order)
  const visit = await loadVisit(request, context)
  const form = await request.formData()
  const changed = await changePassengerLink(visit, order, form)
  const read = parseForm(form, Back)
  const back = read.status === 'success' ? read.value.back : 'confirmation'
  const href = backTo(order, back)
  if (changed.ok) return redirect(href, { status: 303, headers: PRIVATE_HEADERS })
  const mail = changed.mail && { ...changed.mail, orderId: order, back }
  return data({ text: changed.text, href, mail }, { status: changed.status, headers: PRIVATE_HEADERS })
}

export const handle: PageHandle = {}
export const headers = () => PRIVATE_HEADERS
export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Passengers' }),
  { name: 'robots', content: 'noindex' },
]

export default function OrderPassengers() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="wrap section narrow">
      {answer?.mail ? (
        <RefusedMail {...answer.mail} />
      ) : (
        <div className="head">
          <h1>{answer ? 'That did not work.' : 'Your passengers'}</h1>
          <p role={answer ? 'alert' : undefined}>
            {answer?.text ?? 'You find everybody’s link on the page of your order.'}
          </p>
        </div>
      )}
      <a className="btn" href={answer?.href ?? page.back}>
        Back to your passengers
      </a>
    </div>
  )
}
