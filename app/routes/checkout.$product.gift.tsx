import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { summariseGift } from '../checkout/gift-fields.ts'
import { GiftForm } from '../checkout/gift-form-view.tsx'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { handleGiftForm } from '../server/handle-gift-form.server.ts'
import { loadVisit, requireProduct } from '../server/load-checkout.server.ts'
import { giftChoiceOf, giftPath, loadGiftPage } from '../server/load-gift-page.server.ts'
import { commitSession, PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'

/** Requests whose form was refused: the loader that runs after the action leaves the answer alone. */
const refused = new WeakSet<AppLoadContext>()

/** The page itself is the product's checkout with `gift_card=1`; here its form is answered. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (refused.has(context)) return null
  return redirect(giftPath(visit, params.product ?? '', giftChoiceOf(visit, request)), 303)
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const param = params.product ?? ''
  const product = await requireProduct(visit, param)
  const result = await handleGiftForm(visit, request, { param, row: product })
  const headers = { ...PRIVATE, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  if (result.kind === 'go') return redirect(result.location, { status: 303, headers })
  const said = { tenders: result.problems['tenders'] }
  const page = await loadGiftPage(visit, param, product, result.choice, said)
  refused.add(context)
  if (!page) return redirect(giftPath(visit, param, result.choice), { status: 303, headers })
  return data({ page, ...result }, { status: result.status, headers })
}

export const headers = () => PRIVATE
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'Give a flight' }),
  { name: 'robots', content: 'noindex' },
]

export default function GiftRefused() {
  const answer = useActionData<typeof action>()
  if (!answer) return null
  const { page, problems, text, accepted } = answer
  const summary = [...(text ? [{ text }] : []), ...summariseGift(problems)]
  return <GiftForm page={page} problems={problems} summary={summary} accepted={accepted} />
}
