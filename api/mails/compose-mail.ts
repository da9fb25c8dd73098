import { eq } from 'drizzle-orm'
import { brandHosts } from '../db/schema/brands.ts'
import { paymentAttempts, payments, refunds } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { type mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { type OutgoingMail } from '../gateways/mailer.ts'
import { unseal } from '../gateways/seal.ts'
import { createCodeVault } from '../gateways/code-vault.ts'
import { changeEmailMail, emailChangedMail } from '../accounts/mails/email-change-mails.ts'
import { giftDepartureCancelledMail } from '../gifts/gift-departure-cancelled-mail.ts'
import { giftMail } from '../gifts/gift-mail.ts'
import {
  departureCancelledMail,
  rebookingLinkMail,
  rebookingReminderMail,
  rebookingVoucherMail,
} from '../disruptions/departure-cancelled-mails.ts'
import { contestWonMail, formEntryMail, formReceivedMail } from '../forms/form-mails.ts'
import { giftPurchaseMail } from '../gifts/gift-purchase-mail.ts'
import { feedbackRequestMail } from '../orders/feedback-request-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { membershipMail } from '../memberships/membership-mail.ts'
import { moneyReturnedMail } from '../payments/money-returned-mail.ts'
import {
  newSubscribersMail,
  newsletterConfirmMail,
  newsletterWelcomeMail,
} from '../forms/newsletter-mails.ts'
import { orderChangedMail, orderConfirmationMail } from '../orders/order-confirmation-mail.ts'
import { flightRescheduledMail } from '../reschedules/flight-rescheduled-mail.ts'
import { orderWithdrawnMail } from '../orders/order-withdrawn-mail.ts'
import { ownCodesMail } from '../gifts/own-codes-mail.ts'
import { passwordChangedMail } from '../accounts/mails/password-changed-mail.ts'
import { passengerLinkMail, passengersMissingMail, seatingCallMail } from '../passengers/passenger-mails.ts'
import { integrityChecksFailedMail } from '../bookkeeping/integrity-checks/integrity-broken-mail.ts'
import { proveEmailMail } from '../accounts/mails/prove-email-mail.ts'
import { resetPasswordMail } from '../accounts/mails/reset-password-mail.ts'
import { paymentLinkMail } from '../staff-sales/payment-link-mail.ts'
import { rescheduleLinkToPayMail } from '../reschedules/reschedule-payment-mail.ts'
import { rescheduleLinkMail } from '../reschedules/reschedule-link-mail.ts'
import { refundedMail } from '../payments/refunds/refunded-mail.ts'
import {
  checkoutTransferMail,
  checkoutReminderMail,
} from '../orders/checkout-transfer/checkout-transfer-mail.ts'
import { setPasswordMail } from '../accounts/mails/set-password-mail.ts'
import { secondFactorResetMail, staffInvitedMail } from '../accounts/mails/staff-mails.ts'
import {
  waitlistDepartureCancelledMail,
  waitlistClosedMail,
  waitlistJoinedMail,
  waitlistOfferMail,
} from '../waitlist/waitlist-mails.ts'
import { readReschedulePaymentLinkMail } from '../reschedules/reschedule-payment-link.ts'
import { DEPARTURE_CANCELLED } from '../payments/accept-money.ts'
import { MAIL_SECRET_USE, type MailKind } from '../store/mails/queue-mail.ts'
import { readSubscription } from '../memberships/list-subscriptions.ts'
import {
  findGiftMailBrand,
  isGiftMail,
  readGiftDepartureCancelled,
  readGiftForMail,
} from '../gifts/read-gift-mail.ts'
import {
  findFormMailBrand,
  isFormMail,
  readEntryForMail,
  readPrizeForMail,
  readSubscriberForMail,
} from '../forms/read-form-mail.ts'
import { readNewSubscribers } from '../forms/report-new-subscribers.ts'
import { readOwnCodes } from '../gifts/mail-own-codes.ts'
import { readRebookingMail, readRebookingVoucher } from '../disruptions/read-rebooking-mail.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { type PaymentSubject, readPaymentSubject } from '../staff-sales/payment-subject.ts'
import { findOrderToken, hashOrderToken } from '../store/orders/order-link.ts'
import { receiptToken } from '../orders/receipt-link.ts'
import { readOrder } from '../orders/read-order.ts'
import { listOrderPassengers } from '../passengers/list-order-passengers.ts'
import { readIntegrityRun } from '../bookkeeping/integrity-checks/read-integrity-checks.ts'
import { readRefundForMail } from '../payments/refunds/read-refund-for-mail.ts'
import { findWaitlistMailBrand, isWaitlistMail, readWaitlistMail } from '../waitlist/read-waitlist-mail.ts'

type MailRow = typeof mails.$inferSelect

/**
 * Writes out a queued mail as things stand now; undefined where nothing is left to say.
 *
 * @throws when what it speaks of is gone, or its secret cannot be opened: nothing that trying
 *   again soon would mend
 */
export async function composeMail(deps: ApiDeps, mail: MailRow): Promise<OutgoingMail | undefined> {
  const { db } = deps.database
  const brand = await withOrderHref(
    deps,
    mail,
    await readMailBrand(db, deps.settings, await brandOf(deps, mail)),
  )
  const composed = await compose(deps, mail, brand)
  return composed && { from: brand.from, to: mail.to, messageId: mail.messageId, ...composed }
}

/**
 * What an order's buyer is told about it; what goes to passengers and recipients of gifts opens
 * nobody's order.
 */
const OPENS_ORDER: readonly string[] = [
  'order_confirmation',
  'order_changed',
  'flight_moved',
  'money_returned',
  'refunded',
  'seating_call',
  'passengers_missing',
  'how_was_it',
] satisfies MailKind[]

async function withOrderHref(deps: ApiDeps, mail: MailRow, brand: MailBrand): Promise<MailBrand> {
  if (mail.orderId === null || !OPENS_ORDER.includes(mail.kind)) return brand
  const token = await findOrderToken(deps, { orderId: mail.orderId, to: mail.to })
  if (token === undefined) return brand
  const { secrets } = deps.settings
  const receipt = receiptToken(deps.settings, mail.orderId, hashOrderToken(secrets.code, token))
  const linked = (path: string) => `${brand.origin}/orders/${path}`
  return { ...brand, orderHref: linked(token), receiptHref: linked(`${receipt}/receipt`) }
}

async function compose(deps: ApiDeps, mail: MailRow, brand: MailBrand): Promise<ComposedMail | undefined> {
  switch (mail.kind) {
    case 'set_password':
      return setPasswordMail(secretOf(deps, mail), brand)
    case 'reset_password':
      return resetPasswordMail(secretOf(deps, mail), brand)
    case 'prove_email':
      return proveEmailMail(secretOf(deps, mail), brand)
    case 'change_email':
      return changeEmailMail(secretOf(deps, mail), brand)
    case 'email_changed':
      return emailChangedMail(secretOf(deps, mail), brand)
    case 'password_changed':
      return passwordChangedMail(secretOf(deps, mail), brand)
    case 'staff_invited':
      return staffInvitedMail(secretOf(deps, mail), brand)
    case 'second_factor_reset':
      return secondFactorResetMail(secretOf(deps, mail), brand)
    case 'resume':
      return checkoutTransferMail(secretOf(deps, mail), brand)
    case 'resume_reminder':
      return checkoutReminderMail(secretOf(deps, mail), brand)
    case 'order_confirmation': {
      const vault = createCodeVault(deps.settings.secrets.code)
      const order = await readOrder(deps.database.db, orderIdOf(mail), deps.clock.now(), vault)
      if (!order) throw new Error(`The order of mail ${String(mail.id)} is gone`)
      if (order.kind === 'gift_cards') return giftPurchaseMail(order, brand)
      return orderConfirmationMail(order, brand, mail.createdAt)
    }
    case 'order_changed': {
      const order = await readOrder(deps.database.db, orderIdOf(mail), deps.clock.now())
      if (!order) throw new Error(`The order of mail ${String(mail.id)} is gone`)
      return orderChangedMail(order, brand, mail.createdAt)
    }
    case 'flight_moved': {
      const order = await readOrder(deps.database.db, orderIdOf(mail), deps.clock.now())
      if (!order) throw new Error(`The order of mail ${String(mail.id)} is gone`)
      return flightRescheduledMail(order, brand, mail.createdAt)
    }
    case 'reschedule_link':
      return rescheduleLinkMail(secretOf(deps, mail), `O-${String(orderIdOf(mail))}`, brand)
    case 'payment_link':
      return paymentLinkMail(secretOf(deps, mail), await paymentSubjectOf(deps, mail, null), brand)
    case 'move_link': {
      const page = await readReschedulePaymentLinkMail(deps, mail)
      if (!page) return undefined
      const subject = await paymentSubjectOf(deps, mail, page.changeId)
      return rescheduleLinkToPayMail(secretOf(deps, mail), { subject, ...page }, brand)
    }
    case 'order_withdrawn':
      return orderWithdrawnMail(`O-${String(orderIdOf(mail))}`, brand)
    case 'passenger_link':
      return passengerLinkMail(secretOf(deps, mail), brand)
    case 'seating_call':
      return seatingCallMail(`O-${String(orderIdOf(mail))}`, brand)
    case 'passengers_missing':
      return passengersMissingMail(`O-${String(orderIdOf(mail))}`, await missingPassengers(deps, mail), brand)
    case 'how_was_it':
      return feedbackRequestMail(`O-${String(orderIdOf(mail))}`, brand)
    case 'gift':
      return giftMail(await readGiftForMail(deps, secretOf(deps, mail)), brand)
    case 'gift_called_off':
      return giftDepartureCancelledMail(await readGiftDepartureCancelled(deps, mail), brand)
    case 'own_codes':
      return ownCodesMail(await readOwnCodes(deps, mail), brand)
    case 'money_returned':
      return moneyReturnedMail(await returnedMoney(deps, mail), brand)
    case 'refunded':
      return refundedMail(await refundedMoney(deps, mail), brand)
    case 'promises_broken': {
      const run = await readIntegrityRun(deps.database.db, Number(mail.eventKey.split(':')[1]))
      if (!run) throw new Error(`The run of mail ${String(mail.id)} is gone`)
      return integrityChecksFailedMail(run, secretOf(deps, mail), brand)
    }
    case 'waitlist_joined':
      return waitlistJoinedMail(await readWaitlistMail(deps, mail), brand)
    case 'waitlist_closed':
      return waitlistClosedMail(await readWaitlistMail(deps, mail), brand)
    case 'waitlist_called_off':
      return waitlistDepartureCancelledMail(await readWaitlistMail(deps, mail), brand)
    case 'called_off':
      return departureCancelledMail(
        await readRebookingMail(deps, mail, secretOf(deps, mail)),
        brand,
        mail.createdAt,
      )
    case 'claim_link':
      return rebookingLinkMail(await readRebookingMail(deps, mail, secretOf(deps, mail)), brand)
    case 'claim_reminder':
      return rebookingReminderMail(await readRebookingMail(deps, mail, secretOf(deps, mail)), brand)
    case 'claim_voucher':
      return rebookingVoucherMail(await readRebookingVoucher(deps, mail), brand)
    case 'waitlist_offer': {
      const { offer, ...facts } = await readWaitlistMail(deps, mail)
      if (!offer) throw new Error(`Mail ${String(mail.id)} speaks of no offer`)
      return waitlistOfferMail({ ...facts, ...offer, token: secretOf(deps, mail) }, brand)
    }
    case 'membership_welcome':
    case 'membership_declined':
    case 'membership_unfinished':
    case 'membership_failed':
    case 'membership_past_due':
    case 'membership_ending':
    case 'membership_ended':
      return membershipMail(mail.kind, await membershipOf(deps, mail), brand)
    case 'form_desk':
      return formEntryMail(await readEntryForMail(deps, mail), brand)
    case 'form_received':
      return formReceivedMail(brand)
    case 'contest_won': {
      const { contest, prize } = await readPrizeForMail(deps, mail)
      return contestWonMail(contest, prize, secretOf(deps, mail), brand)
    }
    case 'newsletter_confirm': {
      const { list, confirmToken } = await readSubscriberForMail(deps, mail)
      return newsletterConfirmMail(list, confirmToken, brand)
    }
    case 'newsletter_welcome': {
      const { list, stopToken } = await readSubscriberForMail(deps, mail)
      return newsletterWelcomeMail(list, stopToken, brand)
    }
    case 'news_desk':
      return newReaders(deps, mail, brand)
    default:
      throw new Error(`There is no template for mails of kind ${mail.kind}`)
  }
}

/** Who had joined may be erased since: nobody is told of nobody. */
async function newReaders(deps: ApiDeps, mail: MailRow, brand: MailBrand): Promise<ComposedMail | undefined> {
  const readers = await readNewSubscribers(deps.database.db, mail)
  return readers.lists.some(({ joined }) => joined > 0) ? newSubscribersMail(readers, brand) : undefined
}

/**
 * The order's brand; a mail that only carries a link comes from the brand whose host the link is
 * on.
 */
async function brandOf(deps: ApiDeps, mail: MailRow): Promise<number> {
  const { db } = deps.database
  if (isFormMail(mail)) return findFormMailBrand(deps, mail)
  if (isGiftMail(mail)) return (await findGiftMailBrand(db, mail)) ?? deps.settings.brandId
  if (isWaitlistMail(mail)) return (await findWaitlistMailBrand(db, mail)) ?? deps.settings.brandId
  if (mail.kind.startsWith('membership_')) return (await membershipOf(deps, mail)).brandId
  const found =
    mail.orderId === null
      ? await db
          .select({ brandId: brandHosts.brandId })
          .from(brandHosts)
          .where(eq(brandHosts.host, new URL(secretOf(deps, mail)).hostname))
      : await db.select({ brandId: orders.brandId }).from(orders).where(eq(orders.id, mail.orderId))
  return found[0]?.brandId ?? deps.settings.brandId
}

async function membershipOf(deps: ApiDeps, mail: MailRow) {
  const found = await readSubscription(deps.database.db, Number(mail.eventKey.split(':')[1]))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no membership`)
  const { row, plan } = found
  const { brandId, asGuest, currentPeriodEnd, lastError } = row
  return { brandId, plan, asGuest, currentPeriodEnd, lastError }
}

function secretOf(deps: ApiDeps, mail: MailRow): string {
  if (!mail.sealed) throw new Error(`Mail ${String(mail.id)} needs a link but carries none`)
  return unseal(deps.settings.secrets.code, MAIL_SECRET_USE, mail.sealed)
}

function orderIdOf(mail: MailRow): number {
  if (mail.orderId === null) throw new Error(`Mail ${String(mail.id)} speaks of no order`)
  return mail.orderId
}

/** Who has something to give as things stand now. */
async function missingPassengers(deps: ApiDeps, mail: MailRow) {
  const { passengers } = await listOrderPassengers(deps, orderIdOf(mail))
  return passengers.flatMap(({ done, link, full_name: name, number }) =>
    done || link === null ? [] : [{ name: name || `Passenger ${String(number)}`, link }],
  )
}

async function returnedMoney(deps: ApiDeps, mail: MailRow) {
  const orderNumber = `O-${String(orderIdOf(mail))}`
  const paymentId = Number(mail.eventKey.split(':')[1])
  const [payment] = await deps.database.db
    .select({ amountCents: payments.amountCents, purpose: paymentAttempts.purpose, reason: refunds.reason })
    .from(payments)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(eq(payments.id, paymentId))
  if (!payment) throw new Error(`Mail ${String(mail.id)} speaks of no payment`)
  const { amountCents, purpose, reason } = payment
  return {
    orderNumber,
    amountCents,
    forChange: purpose === 'order_change',
    isDepartureCancelled: reason === DEPARTURE_CANCELLED,
  }
}

async function refundedMoney(deps: ApiDeps, mail: MailRow) {
  const refunded = await readRefundForMail(deps.database.db, Number(mail.eventKey.split(':')[1]))
  if (!refunded) throw new Error(`Mail ${String(mail.id)} speaks of no refund`)
  return refunded
}

/** The flight, the people and the price that a link to pay is about. */
async function paymentSubjectOf(
  deps: ApiDeps,
  mail: MailRow,
  changeId: number | null,
): Promise<PaymentSubject> {
  const of = { orderId: orderIdOf(mail), changeId, now: deps.clock.now() }
  const subject = await readPaymentSubject(deps.database.db, of)
  if (!subject) throw new Error(`The order of mail ${String(mail.id)} is gone`)
  return subject
}
