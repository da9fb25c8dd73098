import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SecondFactorReply, SecondFactorSecretReply } from '#contract/second-factor.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { SignInPage } from '../staff/today/sign-in-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import {
  isDeskStaff,
  type StaffVisit,
  readStaffReturnPath,
  requireStaffAccount,
} from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

/** Pilots have access to their flights only. */
const homeOf = (staff: StaffVisit) => (isDeskStaff(staff) ? '/staff' : '/staff/flights')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaffAccount(request, context)
  const { factor, headers } = staff
  const next = readStaffReturnPath(new URL(request.url).searchParams.get('next'), homeOf(staff))
  if (factor.state === 'shown') throw redirect(next, { status: 303, headers })
  return data({ state: factor.state, next }, { headers })
}

/** `set_up` shows a new secret once, on the page that answers; `show` submits a code. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaffAccount(request, context)
  const { userApi, headers } = staff
  const form = await request.formData()
  const next = readStaffReturnPath(form.get('next'), homeOf(staff))
  if (form.get('intent') === 'set_up') {
    const started = await userApi.post('/v1/second_factor', SecondFactorSecretReply, { body: {} })
    if (!started.ok)
      return data(
        { next, secret: null, uri: null, problem: null, failure: started.message },
        { status: started.status, headers },
      )
    const { secret, uri } = started.data.second_factor
    return data({ next, secret, uri, problem: null, failure: null }, { headers })
  }
  const code = String(form.get('code') ?? '')
  const shown = await userApi.put('/v1/second_factor', SecondFactorReply, {
    body: { second_factor: { code } },
  })
  if (shown.ok) return redirect(next, { status: 303, headers })
  const problem = shown.errors['code']?.[0] ?? null
  // The secret stays in the form during the set-up: it is shown only once, and a mistyped code must
  // not cost it.
  const secret = form.get('secret')
  const validSecret = typeof secret === 'string' && /^[A-Z2-7]{16,64}$/.test(secret) ? secret : null
  return data(
    { next, secret: validSecret, uri: null, problem, failure: problem ? null : shown.message },
    { status: shown.status, headers },
  )
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'sign-in', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sign in to the desk' }),
  NO_INDEX,
]

export default function StaffSignIn() {
  return <SignInPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
