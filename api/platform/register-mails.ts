import { changeEmailMail } from '../accounts/mails/change-email-mail.ts'
import { emailChangedMail } from '../accounts/mails/email-changed-mail.ts'
import { passwordChangedMail } from '../accounts/mails/password-changed-mail.ts'
import { proveEmailMail } from '../accounts/mails/prove-email-mail.ts'
import { resetPasswordMail } from '../accounts/mails/reset-password-mail.ts'
import { logInCodeMail } from '../accounts/mails/log-in-code-mail.ts'
import { secondFactorResetMail } from '../accounts/mails/second-factor-reset-mail.ts'
import { newSignInMail } from '../accounts/mails/new-sign-in-mail.ts'
import { signInChangedMail } from '../accounts/mails/sign-in-changed-mail.ts'
import { setPasswordMail } from '../accounts/mails/set-password-mail.ts'
import { staffInvitedMail } from '../accounts/mails/staff-invited-mail.ts'
import { integrityChecksFailedMail } from '../bookkeeping/integrity-checks/integrity-broken-mail.ts'
import { savedReportMail } from '../bookkeeping/saved-reports/saved-report-mail.ts'
import { agentStatementMail } from '../agents/statement-mail.ts'
import { afterFlightMail } from '../care/after-flight-mail.ts'
import { beforeFlightMail } from '../care/before-flight-mail.ts'
import { cardExpiringMail } from '../care/card-expiring-mail.ts'
import { giftExpiringMail } from '../gifts/gift-expiring-mail.ts'
import { flightDelayedMail } from '../disruptions/flight-delayed-mail.ts'
import { flightTransferredMail } from '../disruptions/flight-transferred-mail.ts'
import { departureCancelledMail } from '../disruptions/departure-cancelled-mail.ts'
import { noShowMail } from '../disruptions/no-shows/no-show-mail.ts'
import { rebookingLinkMail } from '../disruptions/rebooking-link-mail.ts'
import { rebookingReminderMail } from '../disruptions/rebooking-reminder-mail.ts'
import { rebookingVoucherMail } from '../disruptions/rebooking-voucher-mail.ts'
import { contestWonMail } from '../forms/contest-won-mail.ts'
import { weatherHoldMail } from '../disruptions/weather-holds/weather-hold-mail.ts'
import { weatherHoldReleasedMail } from '../disruptions/weather-holds/weather-hold-released-mail.ts'
import { formEntryMail } from '../forms/form-entry-mail.ts'
import { formReceivedMail } from '../forms/form-received-mail.ts'
import { newSubscribersMail } from '../forms/new-subscribers-mail.ts'
import { newsletterConfirmMail } from '../forms/newsletter-confirm-mail.ts'
import { newsletterWelcomeMail } from '../forms/newsletter-welcome-mail.ts'
import { giftDepartureCancelledMail } from '../gifts/gift-departure-cancelled-mail.ts'
import { giftMail } from '../gifts/gift-mail.ts'
import { ownCodesMail } from '../gifts/own-codes-mail.ts'
import { membershipDeclinedMail } from '../memberships/mails/membership-declined-mail.ts'
import { membershipEndedMail } from '../memberships/mails/membership-ended-mail.ts'
import { membershipEndingMail } from '../memberships/mails/membership-ending-mail.ts'
import { membershipFailedMail } from '../memberships/mails/membership-failed-mail.ts'
import { membershipPastDueMail } from '../memberships/mails/membership-past-due-mail.ts'
import { membershipUnfinishedMail } from '../memberships/mails/membership-unfinished-mail.ts'
import { membershipWelcomeMail } from '../memberships/mails/membership-welcome-mail.ts'
import { checkoutReminderMail } from '../orders/checkout-transfer/checkout-reminder-mail.ts'
import { checkoutTransferMail } from '../orders/checkout-transfer/checkout-transfer-mail.ts'
import { orderChangedMail } from '../orders/order-changed-mail.ts'
import { orderConfirmationMail } from '../orders/order-confirmation-mail.ts'
import { orderWithdrawnMail } from '../orders/order-withdrawn-mail.ts'
import { passengerLinkMail } from '../passengers/passenger-link-mail.ts'
import { passengersMissingMail } from '../passengers/passengers-missing-mail.ts'
import { seatingCallMail } from '../passengers/seating-call-mail.ts'
import { moneyReturnedMail } from '../payments/money-returned-mail.ts'
import { refundedMail } from '../payments/refunds/refunded-mail.ts'
import { flightRescheduledMail } from '../reschedules/flight-rescheduled-mail.ts'
import { rescheduleLinkMail } from '../reschedules/reschedule-link-mail.ts'
import { reschedulePaymentMail } from '../reschedules/reschedule-payment-mail.ts'
import { balanceDueChangedMail } from '../staff-sales/balance/balance-due-changed-mail.ts'
import { balanceDueSoonMail } from '../staff-sales/balance/balance-due-soon-mail.ts'
import { partPaidMail } from '../staff-sales/balance/part-paid-mail.ts'
import { paymentLinkMail } from '../staff-sales/payment-link-mail.ts'
import { waitlistClosedMail } from '../waitlist/waitlist-closed-mail.ts'
import { waitlistDepartureCancelledMail } from '../waitlist/waitlist-departure-cancelled-mail.ts'
import { waitlistJoinedMail } from '../waitlist/waitlist-joined-mail.ts'
import { waitlistOfferMail } from '../waitlist/waitlist-offer-mail.ts'
import { type MailDeclarations, registerDeclarations } from '../store/mails/queue-mail.ts'

/** Every kind of mail; the compiler refuses a list without one of them. */
export const mailDeclarations: MailDeclarations = {
  set_password: setPasswordMail,
  reset_password: resetPasswordMail,
  prove_email: proveEmailMail,
  change_email: changeEmailMail,
  email_changed: emailChangedMail,
  password_changed: passwordChangedMail,
  staff_invited: staffInvitedMail,
  second_factor_reset: secondFactorResetMail,
  sign_in_changed: signInChangedMail,
  log_in_code_changed: logInCodeMail,
  new_sign_in: newSignInMail,
  order_confirmation: orderConfirmationMail,
  order_changed: orderChangedMail,
  flight_moved: flightRescheduledMail,
  reschedule_link: rescheduleLinkMail,
  payment_link: paymentLinkMail,
  order_withdrawn: orderWithdrawnMail,
  part_paid: partPaidMail,
  balance_due_soon: balanceDueSoonMail,
  balance_due_changed: balanceDueChangedMail,
  move_link: reschedulePaymentMail,
  gift: giftMail,
  gift_called_off: giftDepartureCancelledMail,
  own_codes: ownCodesMail,
  money_returned: moneyReturnedMail,
  refunded: refundedMail,
  membership_welcome: membershipWelcomeMail,
  membership_declined: membershipDeclinedMail,
  membership_unfinished: membershipUnfinishedMail,
  membership_failed: membershipFailedMail,
  membership_past_due: membershipPastDueMail,
  membership_ending: membershipEndingMail,
  membership_ended: membershipEndedMail,
  promises_broken: integrityChecksFailedMail,
  saved_report: savedReportMail,
  agent_statement: agentStatementMail,
  resume: checkoutTransferMail,
  resume_reminder: checkoutReminderMail,
  passenger_link: passengerLinkMail,
  seating_call: seatingCallMail,
  passengers_missing: passengersMissingMail,
  before_flight: beforeFlightMail,
  how_was_it: afterFlightMail,
  gift_expiring: giftExpiringMail,
  card_expiring: cardExpiringMail,
  waitlist_joined: waitlistJoinedMail,
  waitlist_offer: waitlistOfferMail,
  waitlist_closed: waitlistClosedMail,
  waitlist_called_off: waitlistDepartureCancelledMail,
  called_off: departureCancelledMail,
  flight_delayed: flightDelayedMail,
  flight_transferred: flightTransferredMail,
  weather_hold: weatherHoldMail,
  weather_hold_released: weatherHoldReleasedMail,
  no_show: noShowMail,
  claim_link: rebookingLinkMail,
  claim_reminder: rebookingReminderMail,
  claim_voucher: rebookingVoucherMail,
  form_desk: formEntryMail,
  form_received: formReceivedMail,
  contest_won: contestWonMail,
  newsletter_confirm: newsletterConfirmMail,
  newsletter_welcome: newsletterWelcomeMail,
  news_desk: newSubscribersMail,
}

/** Called by whatever queues or sends mails: the service, its workers and the integrity checks. */
export function registerMails(): void {
  registerDeclarations(mailDeclarations)
}
