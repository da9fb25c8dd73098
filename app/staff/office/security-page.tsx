import { type Passkey } from '#contract/passkey.ts'
import { FormErrors } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { RecoveryCodes } from '../../ui/authenticator-codes.tsx'
import { Failure } from '../../ui/notice.tsx'
import { DateTimeCell } from '../parts/date-time.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
import { type SecurityAnswer } from './handle-security.server.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import { PASSKEY_SHAPE } from './security-shapes.ts'

interface SecurityPageProps {
  /** How many recovery codes are left, and since when there are any. */
  left: number
  made_at: string | null
  zone: string
  passkeys: Passkey[]
  /** This page at the host of passkeys, if that is another one. */
  elsewhere: string | null
  done: 'added' | 'removed' | null
  answer: SecurityAnswer | undefined
}

const DONE = {
  added: 'The passkey is added, and a mail says so.',
  removed: 'The passkey is removed. It opens nothing any more.',
} as const

/** How a member of staff signs in. */
export function SecurityPage({
  left,
  made_at: madeAt,
  zone,
  passkeys,
  elsewhere,
  done,
  answer,
}: SecurityPageProps) {
  const form = plainForm(PASSKEY_SHAPE, answer?.passkey)
  const codes = answer?.codes ?? null
  return (
    <div className="wrap narrow desk">
      <FormErrors form={form} />
      <Failure text={answer?.failure} />
      <div>
        <h1>Your sign-in</h1>
        <p className="muted">
          The desk asks for your password and a code of your app. Your password is changed in{' '}
          <a href="/account/details#password">your account</a>.
        </p>
      </div>
      {done === null || answer !== undefined ? null : <DoneBar text={DONE[done]} />}
      <PasskeysPart {...{ passkeys, zone, form, elsewhere }} />
      <section className="desk-part" aria-labelledby="codes">
        <h2 id="codes">Recovery codes</h2>
        {codes === null ? (
          <CodesLeft left={left} madeAt={madeAt} zone={zone} />
        ) : (
          <RecoveryCodes codes={codes} next="/staff/security" />
        )}
      </section>
    </div>
  )
}

function CodesLeft({ left, madeAt, zone }: { left: number; madeAt: string | null; zone: string }) {
  return (
    <form method="post" className="form">
      {madeAt === null ? (
        <p>You have none. Without your phone only another admin could let you in.</p>
      ) : (
        <p>
          {`${left === 1 ? 'One code is' : `${String(left)} codes are`} left of those made `}
          <DateTimeCell at={madeAt} zone={zone} />.
        </p>
      )}
      <p className="muted">
        Ten codes on paper, for the day without your phone. Each opens the desk once, with your password.
      </p>
      <button type="submit" className="btn second" name="intent" value="codes">
        {madeAt === null ? 'Make ten codes' : 'Make ten new codes, and end the old ones'}
      </button>
    </form>
  )
}
