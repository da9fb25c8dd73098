import { useEffect, useMemo } from 'react'
import { rememberShownPage } from '../payments/card/answer-or-unreachable.ts'
import { useBooking } from '../payments/card/use-booking.ts'
import { useRefusalFocus } from '../payments/card/use-refusal-focus.ts'
import { type PayAnswer } from '../payments/pay-answer.ts'
import { answerOf } from '../ui/form/form-shape.ts'
import { type UpgradePay } from './load-upgrade-pay.server.ts'
import { UpgradePayPage } from './upgrade-pay-page.tsx'

interface AdditionPaymentProps {
  page: UpgradePay
  /** The answer to the last press without a script. */
  answer: PayAnswer | undefined
}

/** The page that takes the payment for upgrades or guests, with its booking and its last refusal. */
export function AdditionPayment({ page, answer }: AdditionPaymentProps) {
  const { form } = page.words
  const booking = useBooking(page.path, page.payWith)
  useEffect(() => {
    rememberShownPage(page)
  }, [page])
  useRefusalFocus(booking.refusal)
  const refusal = booking.refusal ?? (answer?.kind === 'refused' ? answer.refusal : undefined)
  const refused = useMemo(() => refusal && answerOf(form, refusal), [form, refusal])
  return <UpgradePayPage page={page} refusal={refusal} answer={refused} booking={booking} />
}
