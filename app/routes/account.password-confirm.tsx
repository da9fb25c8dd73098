import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PasswordResetReply, PasswordResetUpdate } from '#contract/people.ts'
import { pageMeta } from '../components/page-meta.ts'
import { ErrorSummary } from '../components/ui/error-summary.tsx'
import { Field } from '../components/ui/field.tsx'
import { SubmitButton } from '../components/ui/submit-button.tsx'
import { createApiClient } from '../server/api-client.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import { getShopContext } from '../server/shop-context.server.ts'

/** Token and e-mail of the mailed link. The address carries them, so it is sent to nobody else. */
function readLink(request: Request) {
  const params = new URL(request.url).searchParams
  const token = params.get('token') ?? ''
  const path = /^[\w-]{16,200}$/.test(token) ? `/v1/password_resets/${token}` : undefined
  return { path, email: (params.get('email') ?? '').trim(), here: new URL(request.url).search }
}

/** Looking spends nothing: mail programs open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { path, email, here } = readLink(request)
  const headers = { ...PRIVATE, 'Referrer-Policy': 'no-referrer' }
  if (new URL(request.url).searchParams.has('saved')) return data({ state: 'saved' as const }, { headers })
  const api = createApiClient(getShopContext(context))
  const result = path ? await api.get(path, PasswordResetReply, { query: { email } }) : undefined
  if (result?.ok) {
    const { email: whose } = result.data.password_reset
    return data(
      { state: 'open' as const, email: whose, action: `/account/password-confirm${here}` },
      { headers },
    )
  }
  if (result && (result.status === 429 || result.status >= 500)) {
    throw new Response(result.message, { status: result.status, headers })
  }
  return data({ state: 'bad' as const }, { status: 404, headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { path, email } = readLink(request)
  const password = (await request.formData()).get('password')
  const body = PasswordResetUpdate.safeParse({
    email,
    user: { password: password === '' ? undefined : password },
  })
  if (!body.success) {
    const issue = body.error.issues.find((one) => one.path.includes('password'))
    return data({ error: issue?.message ?? 'This field is required' }, { status: 422, headers: PRIVATE })
  }
  const api = createApiClient(getShopContext(context))
  const result = path ? await api.put(path, z.undefined(), { body: body.data }) : undefined
  if (result?.ok) return redirect('/account/password-confirm?saved=1', { status: 303, headers: PRIVATE })
  if (result?.status === 422) return data({ error: result.message }, { status: 422, headers: PRIVATE })
  if (result && (result.status === 429 || result.status >= 500)) {
    return data({ error: result.message }, { status: result.status, headers: PRIVATE })
  }
  // A bad or spent link: the loader, asked again, says so.
  return data({ error: '' }, { status: 404, headers: PRIVATE })
}

export const headers = () => ({ ...PRIVATE, 'Referrer-Policy': 'no-referrer' })

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const titles = { open: 'Choose a password', saved: 'Your password is saved', bad: 'Your link has expired' }
  return [
    ...pageMeta(matches, { title: titles[loaded?.state ?? 'bad'] }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function PasswordConfirm() {
  const page = useLoaderData<typeof loader>()
  const error = useActionData<typeof action>()?.error
  return (
    <div className="wrap section one-column">
      {page.state === 'open' ? (
        <NewPassword email={page.email} action={page.action} error={error} />
      ) : page.state === 'saved' ? (
        <Saved />
      ) : (
        <BadLink />
      )}
    </div>
  )
}

function NewPassword({
  email,
  action: to,
  error,
}: {
  email: string
  action: string
  error: string | undefined
}) {
  return (
    <>
      <ErrorSummary items={error ? [{ text: `New Password: ${error}`, target: 'password' }] : []} />
      <h1 className="mb6">Choose a password</h1>
      <Form method="post" action={to} noValidate className="form">
        <Field
          id="email"
          name="email"
          label="Email"
          type="email"
          value={email}
          readOnly
          autoComplete="username"
        />
        <Field
          id="password"
          name="password"
          label="New Password"
          hint="At least 6 characters"
          error={error}
          type="password"
          autoComplete="new-password"
          enterKeyHint="done"
        />
        <SubmitButton>Confirm New Password</SubmitButton>
      </Form>
    </>
  )
}

function Saved() {
  return (
    <div className="head" role="status">
      <h1>Your password is saved.</h1>
      <p>Your e-mail is confirmed. From now on this password opens your account.</p>
      <p>
        <Link to="/">Go to the homepage</Link>
      </p>
    </div>
  )
}

/** Spec section 8, reset token. */
function BadLink() {
  return (
    <div className="head">
      <h1>Your reset token is either expired or invalid.</h1>
      <p>Please reset your password again or contact support for assistance.</p>
      <p>
        <Link className="btn second" to="/">
          Return to login
        </Link>
      </p>
    </div>
  )
}
