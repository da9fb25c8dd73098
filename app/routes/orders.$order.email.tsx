import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { OrderReply } from '#contract/order.ts'
import { Email } from '#contract/primitives.ts'
import { CorrectionForm, EMAIL_SHAPE } from '../orders/email-correction.tsx'
import { FormErrors } from '../ui/form/fields.tsx'
import { parseForm, type Refusal, refuseForm } from '../ui/form/read-form.server.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { confirmationPath } from '../payments/purchase-result.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

function requireId(param: string | undefined): number {
  if (/^[1-9]\d{0,8}$/.test(param ?? '')) return Number(param)
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
}

/**
 * Requests whose form was refused; the loader that runs after the action must not redirect for
 * them.
 */
const refused = new WeakSet<AppLoadContext>()

/** The form itself is on the confirmation page. */
export function loader({ params, context }: LoaderFunctionArgs) {
  if (refused.has(context)) return null
  return redirect(`${confirmationPath(requireId(params.order))}#mail`, {
    status: 303,
    headers: PRIVATE_HEADERS,
  })
}

const CorrectEmail = z.object({ email: Email })

/** Corrects the e-mail of a guest's order, or shows the form with its errors. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = requireId(params.order)
  const visit = await loadVisit(request, context)
  const { userApi, shop, brand, session } = visit
  const submission = parseForm(await request.formData(), CorrectEmail)
  const refuse = (status: number, refusal?: Refusal) => {
    refused.add(context)
    const answer = refuseForm(EMAIL_SHAPE, submission, refusal)
    return data({ id, answer }, { status, headers: PRIVATE_HEADERS })
  }
  if (submission.status !== 'success') return refuse(422)
  const { email } = submission.value
  const set_password_url = `${getShopOrigin(request, shop.settings, brand.hosts)}/account/password-confirm`
  const call = { body: { order: { email, set_password_url } } }
  const result = await userApi?.put(`/v1/orders/${String(id)}/email`, OrderReply, call)
  if (!result || (!result.ok && [401, 403, 404].includes(result.status))) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  if (result.ok) {
    // The session continues with the corrected e-mail and the typed phone.
    const [, ...phone] = session.get('guest')?.split(' ') ?? []
    session.set('guest', [email.toLowerCase(), ...phone].join(' '))
    const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
    return redirect(`${confirmationPath(id)}&corrected=1#mail`, { status: 303, headers })
  }
  return refuse(result.status, result)
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { sheet }

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your e-mail address' }),
  { name: 'robots', content: 'noindex' },
]

export default function OrderEmail() {
  const refusal = useActionData<typeof action>()
  const form = useShopForm(EMAIL_SHAPE, refusal?.answer)
  if (!refusal) return null
  const { id } = refusal
  return (
    <div className="wrap section one-column">
      <FormErrors form={form} />
      <div className="head">
        <h1>Where should your ticket go?</h1>
      </div>
      <CorrectionForm order={{ id }} form={form} />
      <p className="mt5">
        <a href={`/order-confirmation?order_id=${String(id)}`}>Back to your order</a>
      </p>
    </div>
  )
}
