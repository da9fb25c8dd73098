import { CARE_OCCASIONS, type CareOccasion } from '#contract/care.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { type CareStopAnswer } from './stop-care.server.ts'

interface CareStopPageProps {
  token: string
  occasion: CareOccasion
  answer: CareStopAnswer | undefined
}

const KEPT = 'Tickets, receipts and changes of a flight still come.'

/** Switches one kind of message off for the address that a mail came to, and on again. */
export function CareStopPage({ token, occasion, answer }: CareStopPageProps) {
  const when = CARE_OCCASIONS[occasion].toLowerCase()
  const stopped = answer?.stopped ?? false
  const said = stopped
    ? `We do not write to this address ${when} any more. ${KEPT}`
    : answer && answer.problem === undefined
      ? `We write to this address ${when} again.`
      : `Press the button, and we do not write to the address this mail came to ${when} any more. ${KEPT}`
  return (
    <div className="wrap section form-page">
      <div className="head">
        <h1>{stopped ? 'No more of these messages' : 'Messages that we send by ourselves'}</h1>
        {answer?.problem === undefined ? null : <p role="alert">{answer.problem}</p>}
        <p role={answer ? 'status' : undefined}>{said}</p>
      </div>
      <form method="post" action={`/care/${token}`}>
        <SubmitButton intent={stopped ? 'again' : 'stop'} className={stopped ? 'wide second' : 'wide'}>
          {stopped ? 'Send them again' : 'Send me no more of these'}
        </SubmitButton>
      </form>
      <p className="muted">
        All kinds of messages, and which of them you get, are in your{' '}
        <a href="/account/details#care">account</a>.
      </p>
    </div>
  )
}
