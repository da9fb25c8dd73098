import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PasswordResetReply } from '#contract/people.ts'
import { logInCodeHref } from '../account/account-tabs.ts'
import { AccountSplit } from '../account/account-split.tsx'
import { NEW_PASSWORD_SHAPE, NewPasswordForm } from '../account/link-forms.ts'
import { BadLink, NewPassword, Saved } from '../account/new-password-panel.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { readDevice } from '../visit/known-device.server.ts'
import { isSecondFactorNeeded, logIn } from '../visit/sign-in.server.ts'
import {
  linkRefusal,
  checkMailedLink,
  readMailedLink,
  SECRET_PAGE_HEADERS,
} from '../visit/mailed-link.server.ts'
import { commitSession } from '../visit/session.server.ts'
import { parseForm, type Refusal, refuseForm } from '../ui/form/read-form.server.ts'
import sheet from '../styles/account.css?url'
import { forgetOtherPhone } from '../visit/kept-phone.server.ts'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const link = readMailedLink(request)
  const { search, searchParams } = new URL(request.url)
  const headers = { ...(await visitHeaders(visit)), ...SECRET_PAGE_HEADERS }
  if (searchParams.has('saved')) {
    return data({ state: 'saved' as const, loggedIn: visit.user !== undefined }, { headers })
  }
  const found = await checkMailedLink(link, (token) =>
    visit.api.get(`/v1/password_resets/${token}`, PasswordResetReply, { query: { email: link.email } }),
  )
  if (!found) return data({ state: 'bad' as const }, { status: 404, headers })
  const action = `/account/password-confirm${search}#confirm`
  return data({ state: 'open' as const, email: found.password_reset.email, action }, { headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { token, email } = readMailedLink(request)
  const submission = parseForm(await request.formData(), NewPasswordForm)
  const refuse = (status: number, why?: Refusal) =>
    data(refuseForm(NEW_PASSWORD_SHAPE, submission, why), { status, headers: SECRET_PAGE_HEADERS })
  if (submission.status !== 'success') return refuse(422)
  const { password } = submission.value
  const body = { email, user: { password } }
  const result = token
    ? await visit.api.put(`/v1/password_resets/${token}`, z.undefined(), { body })
    : undefined
  if (result?.ok) {
    // Spec section 7: setting the password logs in. If that fails, the password is saved
    // nevertheless.
    const device = await readDevice(request, visit.shop)
    const from = { device_token: device.token, shop_url: new URL(visit.shop.settings.publicUrl).origin }
    const entered = await logIn(visit.shop, visit.session, { email, password }, from)
    const headers = new Headers({
      ...SECRET_PAGE_HEADERS,
      ...(await forgetOtherPhone(visit.shop, visit.session)),
    })
    headers.append('Set-Cookie', await commitSession(visit.session, visit.shop))
    headers.append('Set-Cookie', device.cookie)
    const isWaiting = isSecondFactorNeeded(entered)
    const to = isWaiting ? logInCodeHref('', 'saved') : '/account/password-confirm?saved=1'
    return redirect(`${to}#main`, { status: 303, headers })
  }
  const { status, error } = linkRefusal(result)
  return refuse(status, { errors: error ? { password: [error] } : {} })
}

export const handle: PageHandle = { sheet }
export const headers = () => SECRET_PAGE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const titles = { open: 'Choose a password', saved: 'Your password is saved', bad: 'Your link has expired' }
  return [
    ...pageMeta(matches, { title: titles[loaded?.state ?? 'bad'] }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function PasswordConfirm() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <AccountSplit>
      <div className="panel-column">
        <section
          id={page.state === 'open' ? 'confirm' : page.state === 'bad' ? 'error' : undefined}
          data-panel={page.state === 'saved' ? undefined : true}
        >
          {page.state === 'open' ? <NewPassword {...page} answer={answer} /> : null}
          {page.state === 'saved' ? <Saved loggedIn={page.loggedIn} /> : null}
          {page.state === 'bad' ? <BadLink /> : null}
        </section>
      </div>
    </AccountSplit>
  )
}
