import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PasskeyAssertion } from '#contract/passkey.ts'
import {
  RecoveryCodeRequest,
  SecondFactorReply,
  SecondFactorRequest,
  SecondFactorSecretReply,
} from '#contract/second-factor.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { PASSKEY_SIGN_IN_SHAPE, RECOVERY_SHAPE, SIGN_IN_SHAPE } from '../staff/today/sign-in-form.ts'
import { KeptFormPage } from '../staff/today/kept-form-page.tsx'
import { SignInPage } from '../staff/today/sign-in-page.tsx'
import { keepForm } from '../staff/parts/kept-form.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { findPasskeyPlace } from '../staff/parts/passkey-place.server.ts'
import { SentCredential } from '../staff/parts/read-credential.server.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { KEPT_FORM } from '../staff/parts/sign-in-href.ts'
import {
  homeOf,
  type StaffVisit,
  readStaffReturnPath,
  requireStaffAccount,
} from '../staff/parts/staff-visit.server.ts'
import { parseForm, type Refusal, refuseForm } from '../ui/form/read-form.server.ts'
import { SentText } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { hasTestAuthenticator } from '../visit/test-authenticator.server.ts'
import sheet from '../styles/staff.css?url'

const SignInForm = SecondFactorRequest.shape.second_factor
const PasskeyForm = z.object({ credential: SentCredential(PasskeyAssertion) })
const RecoveryForm = RecoveryCodeRequest.shape.recovery_code
const SignInButtons = z.object({
  intent: z.enum(['set_up', 'show', 'recover', 'passkey']).catch('show'),
  next: SentText,
  // The form repeats the secret during the set-up, because it is shown only once and a typo must
  // not lose it.
  secret: z
    .string()
    .regex(/^[A-Z2-7]{16,64}$/)
    .nullable()
    .catch(null),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaffAccount(request, context)
  const { factor, headers, visit } = staff
  const query = new URL(request.url).searchParams
  const next = readStaffReturnPath(query.get('next'), homeOf(staff))
  if (factor.state === 'shown') throw redirect(next, { status: 303, headers })
  const { state } = factor
  const authenticator = hasTestAuthenticator(visit.shop) ? { account: visit.user?.email ?? '' } : null
  const here = findPasskeyPlace(request, visit.shop, '/staff/sign-in') === undefined
  return data({ state, next, authenticator, recovering: query.has('recovery'), passkey: here }, { headers })
}

/** `set_up` shows a new secret once, on the page that answers; `show` submits a code. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaffAccount(request, context)
  const { userApi, headers } = staff
  const form = await request.formData()
  const query = new URL(request.url).searchParams
  if (query.has(KEPT_FORM))
    return keepForm(staff, form, readStaffReturnPath(query.get('next'), homeOf(staff)))
  const { intent, secret, ...sent } = requireForm(form, SignInButtons)
  const next = readStaffReturnPath(sent.next, homeOf(staff))
  if (intent === 'set_up') {
    const started = await userApi.post('/v1/second_factor', SecondFactorSecretReply, { body: {} })
    const answer = { next, secret: null, uri: null, failure: null, refusal: undefined }
    if (!started.ok) return data({ ...answer, failure: started.message }, { status: started.status, headers })
    return data({ ...answer, ...started.data.second_factor }, { headers })
  }
  if (intent === 'recover') return recover(staff, form, next)
  if (intent === 'passkey') return showPasskey(staff, form, next)
  const submission = parseForm(form, SignInForm)
  const refuse = (status: number, why?: Refusal) => {
    const refusal = refuseForm(SIGN_IN_SHAPE, submission, why)
    return data({ next, secret, uri: null, failure: null, refusal }, { status, headers })
  }
  if (submission.status !== 'success') return refuse(422)
  const body = { second_factor: submission.value }
  const shown = await userApi.put('/v1/second_factor', SecondFactorReply, { body })
  return shown.ok ? redirect(next, { status: 303, headers }) : refuse(shown.status, shown)
}

/** A code on paper stands in for the phone. */
async function recover({ userApi, headers }: StaffVisit, form: FormData, next: string) {
  const submission = parseForm(form, RecoveryForm)
  const refuse = (status: number, why?: Refusal) => {
    const refusal = refuseForm(RECOVERY_SHAPE, submission, why)
    return data({ next, secret: null, uri: null, failure: null, refusal }, { status, headers })
  }
  if (submission.status !== 'success') return refuse(422)
  const body = { recovery_code: submission.value }
  const used = await userApi.put('/v1/second_factor/recovery_codes', SecondFactorReply, { body })
  return used.ok ? redirect(next, { status: 303, headers }) : refuse(used.status, used)
}

/** A passkey stands in for the app. */
async function showPasskey({ userApi, headers }: StaffVisit, form: FormData, next: string) {
  const submission = parseForm(form, PasskeyForm)
  const refuse = (status: number, why?: Refusal) => {
    const refusal = refuseForm(PASSKEY_SIGN_IN_SHAPE, submission, why)
    return data({ next, secret: null, uri: null, failure: null, refusal }, { status, headers })
  }
  if (submission.status !== 'success') return refuse(422)
  const body = { passkey: submission.value }
  const shown = await userApi.put('/v1/second_factor/passkey', SecondFactorReply, { body })
  return shown.ok ? redirect(next, { status: 303, headers }) : refuse(shown.status, shown)
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'sign-in', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sign in to the desk' }),
  NO_INDEX,
]

export default function StaffSignIn() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'kept' in answer) return <KeptFormPage {...answer.kept} />
  return <SignInPage {...page} answer={answer} />
}
