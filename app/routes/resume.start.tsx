import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { TRANSFER_MAIL_SHAPE, TransferMail } from '../checkout-transfer/transfer-forms.ts'
import { NEW_CODE, type TransferStart, TransferStartPage } from '../checkout-transfer/transfer-start-page.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { loadDraft } from '../visit/draft.server.ts'
import { startCheckoutTransfer } from '../checkout-transfer/transfer-checkout.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { suggestEmail } from '../account/suggest-email.server.ts'
import sheet from '../styles/checkout-transfer-pages.css?url'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'

async function present(visit: Visit, request: Request): Promise<TransferStart | undefined> {
  const { session, shop, brand, user } = visit
  const transferSubject = session.get('resume')
  if (!transferSubject) return undefined
  const { what, path, code, codeUntil, mailedTo, reminded = false } = transferSubject
  const origin = new URL(getShopOrigin(request, shop.settings, brand.hosts))
  return {
    what,
    backHref: path,
    address: `${origin.host}/resume`,
    code: code && codeUntil ? { text: code, until: codeUntil, timezone: brand.time_zone } : undefined,
    mailedTo,
    reminded,
    suggestion: mailedTo && suggestEmail(mailedTo),
    email: mailedTo ?? (await loadDraft(visit))['email'] ?? user?.email ?? '',
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const page = await present(visit, request)
  if (!page) return redirect('/resume', { status: 303, headers: PRIVATE_HEADERS })
  return data({ page }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context as AppLoadContext)
  if (!visit.session.get('resume')) return redirect('/resume', { status: 303, headers: PRIVATE_HEADERS })
  const form = await request.formData()
  const byMail = readIntent(form) === 'mail'
  const mail = byMail ? parseForm(form, TransferMail) : undefined
  if (mail && mail.status !== 'success') {
    return data(refuseForm(TRANSFER_MAIL_SHAPE, mail), { status: 422, headers: PRIVATE_HEADERS })
  }
  const made = await startCheckoutTransfer(visit, request, mail?.value)
  if (!made.ok) {
    const lost = made.status === 404
    const message = lost
      ? 'What you typed is not kept any more. Please go back to your booking.'
      : made.message
    const answer: FormAnswer = mail
      ? refuseForm(TRANSFER_MAIL_SHAPE, mail, { errors: made.errors, message })
      : { form: NEW_CODE, status: 'error', error: { '': [message] } }
    return data(answer, { status: lost ? 409 : made.status, headers: PRIVATE_HEADERS })
  }
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(`/resume/start#${byMail ? 'mail' : 'code'}`, { status: 303, headers })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Continue on another device' }),
  { name: 'robots', content: 'noindex' },
]

export default function ResumeStartRoute() {
  const { page } = useLoaderData<typeof loader>()
  return <TransferStartPage page={page} answer={useActionData<typeof action>()} />
}
