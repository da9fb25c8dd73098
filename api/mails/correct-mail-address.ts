import { and, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import { type OrderMail } from '#contract/order-file.ts'
import { type Tx } from '../db/client.ts'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { orderEvents } from '../db/schema/orders.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { sessions, users } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { rebookingLink, openRebookingToken } from '../disruptions/rebooking-offer-token.ts'
import { writePaymentLink } from '../staff-sales/payment-link.ts'
import { mailPrizeAgain } from '../forms/resend-prize.ts'
import { mailShareAgain } from '../gifts/change-gift-share.ts'
import { resendReschedulePaymentLink } from '../reschedules/reschedule-payment-link.ts'
import { queueRescheduleLink } from '../reschedules/reschedule-link.ts'
import { lockOrder, type OrderRow } from '../store/orders/lock-order.ts'
import { ERASED_DOMAIN } from '../store/erased-email.ts'
import { mailOrderElsewhere, moveOrderEmail } from '../accounts/change-order-email.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { markAddressReachable } from '../store/mails/mail-bounces.ts'
import { UNDELIVERED_STATES, mayCorrect, MAILS_WITH_LINK } from '../store/mails/is-mail-correctable.ts'
import { type MailKind, queueMail } from '../store/mails/queue-mail.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { getOriginalEventKey, presentMail } from '../store/mails/repeat-mail.ts'

type MailRow = typeof mails.$inferSelect

/** Signed for the address they go to: nowhere else would they open anything. */
const SIGNED_KINDS: readonly MailKind[] = ['payment_link', 'reschedule_link', 'move_link']

type Refusal =
  | 'not_found'
  | 'mail_not_correctable'
  | 'already_paid'
  | 'order_expired'
  | 'flight_closed'
  | 'too_heavy'
  | 'move_link_over'
  | 'prize_in_account'
  | 'gift_opened'
  | 'gift_used'
  | 'gift_taken_back'
  | 'gift_on_paper'
type Corrected = { ok: true; mail: OrderMail } | { ok: false; reason: Refusal }

/** Undoes the transaction and carries out why. */
class NotSent extends Error {
  constructor(readonly reason: Refusal) {
    super(reason)
  }
}

/**
 * Sends a mail that did not arrive anew, once, to the address that was meant; an order or a gift
 * whose address was wrong has the right one from then on. The same address again means that it is
 * good after all. Nothing is copied: links are made anew, and those under way are dead.
 *
 * @param typed any case
 */
export async function correctMail(
  deps: ApiDeps,
  mailId: number,
  typed: string,
  by: AuditBy,
): Promise<Corrected> {
  const email = typed.toLowerCase()
  try {
    return await retryDeadlocks(() =>
      deps.database.db.transaction((tx) => correct(tx, deps, { mailId, email, by })),
    )
  } catch (error) {
    if (error instanceof NotSent) return { ok: false, reason: error.reason }
    throw error
  }
}

interface MailCorrectionInput {
  mailId: number
  email: string
  by: AuditBy
}

async function correct(
  tx: Tx,
  deps: ApiDeps,
  { mailId, email, by }: MailCorrectionInput,
): Promise<Corrected> {
  const [known] = await tx.select().from(mails).where(eq(mails.id, mailId))
  if (!known) return { ok: false, reason: 'not_found' }
  // Orders before mails, as everywhere (decision 008).
  const order = known.orderId === null ? undefined : await lockOrder(tx, known.orderId)
  const mail = await take(tx, known, by.at)
  if (mail.kind === 'gift') await sendGift(tx, deps, { mail, email, by })
  else if (mail.kind === 'contest_won') await sendPrize(tx, deps, { mail, email, by })
  else if (order) await sendAboutOrder(tx, deps, { mail, order, email, by })
  else throw new NotSent('mail_not_correctable')
  await markAddressReachable(tx, email, by.at)
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'nothing', doneAt: by.at, doneBy: by.userId })
    .where(and(eq(staffTasks.mailId, mail.id), eq(staffTasks.state, 'open')))
  // Without the address, which would outlive its owner's erasure here.
  const sameAddress = email === known.to.toLowerCase()
  await writeAudit(tx, by, {
    resource: 'mails',
    id: mail.id,
    before: { sent_again: null },
    after: { sent_again: by.at.toISOString(), kind: mail.kind, same_address: sameAddress },
  })
  return { ok: true, mail: presentMail(mail) }
}

/** Of two presses at once one takes it. */
async function take(tx: Tx, known: MailRow, now: Date): Promise<MailRow> {
  if (!mayCorrect(known)) throw new NotSent('mail_not_correctable')
  const [mail] = await tx
    .update(mails)
    .set({ againAt: now, sealed: null })
    .where(and(eq(mails.id, known.id), isNull(mails.againAt), inArray(mails.state, [...UNDELIVERED_STATES])))
    .returning()
  if (!mail) throw new NotSent('mail_not_correctable')
  return mail
}

async function sendGift(
  tx: Tx,
  deps: ApiDeps,
  { mail, email, by }: { mail: MailRow; email: string; by: AuditBy },
): Promise<void> {
  const shareId = Number(mail.eventKey.split(':')[1])
  const sent = await mailShareAgain(tx, deps, { shareId, from: mail.to, email }, by.at)
  if (!sent.ok) throw new NotSent(sent.reason)
}

async function sendPrize(
  tx: Tx,
  deps: ApiDeps,
  { mail, email, by }: { mail: MailRow; email: string; by: AuditBy },
): Promise<void> {
  const sent = await mailPrizeAgain(tx, deps, { mail, email }, by)
  if (!sent.ok) throw new NotSent(sent.reason)
}

interface OrderWish {
  mail: MailRow
  order: OrderRow
  email: string
  by: AuditBy
}

async function sendAboutOrder(tx: Tx, deps: ApiDeps, input: OrderWish): Promise<void> {
  const { mail, order, email, by } = input
  if (order.email.endsWith(ERASED_DOMAIN)) throw new NotSent('mail_not_correctable')
  const { origin } = await readMailBrand(tx, deps.settings, order.brandId)
  if (email !== order.email.toLowerCase()) await correctOrder(tx, deps, input, origin)
  const about = { ...order, email }
  const orderId = order.id
  if (mail.kind === 'payment_link') {
    const written = await writePaymentLink(tx, deps, about, `${origin}/pay`, by)
    if (!written.ok) throw new NotSent(written.reason)
    return
  }
  if (mail.kind === 'move_link') {
    const written = await resendReschedulePaymentLink(
      tx,
      deps,
      { mail, order: about, url: `${origin}/pay` },
      by,
    )
    if (!written.ok) throw new NotSent(written.reason)
    return
  }
  if (mail.kind === 'reschedule_link') {
    const link = queueRescheduleLink(deps, { orderId, to: email, url: `${origin}/reschedule-flight` }, by.at)
    await queueMail(tx, { ...link, orderId }, by.at, deps)
    return
  }
  if (MAILS_WITH_LINK.includes(mail.kind)) return sendClaim(tx, deps, input)
  const kind = mail.kind as MailKind
  const eventKey = `${getOriginalEventKey(mail.eventKey)}:copy:${String(by.at.getTime())}`
  await queueMail(tx, { kind, eventKey, orderId, to: email }, by.at, deps)
}

/** What is open of a flight that was called off: one link, whichever mail it was in. */
async function sendClaim(tx: Tx, deps: ApiDeps, { order, email, by }: OrderWish): Promise<void> {
  const [offer] = await tx
    .select()
    .from(rebookingOffers)
    .where(eq(rebookingOffers.orderId, order.id))
    .orderBy(desc(rebookingOffers.id))
    .limit(1)
  if (!offer) throw new NotSent('mail_not_correctable')
  const secret = rebookingLink(openRebookingToken(deps.settings.secrets.code, offer))
  const eventKey = `claim_link:${String(offer.id)}:${String(by.at.getTime())}`
  await queueMail(tx, { kind: 'claim_link', eventKey, orderId: order.id, to: email, secret }, by.at, deps)
}

/**
 * A guest's order goes to whoever has the right address. One that is in an account, made logged in
 * or with a mailbox that was proven, stays there: the desk changes nobody's account.
 */
async function correctOrder(
  tx: Tx,
  deps: ApiDeps,
  { order, email, by }: OrderWish,
  origin: string,
): Promise<void> {
  const [whose] = await tx
    .select({ provenAt: users.emailProvenAt })
    .from(users)
    .where(eq(users.id, order.userId))
  const theirs = and(
    eq(sessions.id, order.sessionId),
    eq(sessions.scope, 'customer'),
    eq(sessions.userId, order.userId),
  )
  const madeLoggedIn = (await tx.$count(sessions, theirs)) > 0
  const move = { order, email, page: `${origin}/account/password-confirm`, now: by.at }
  const inAccount = madeLoggedIn || whose?.provenAt != null
  await (inAccount ? mailOrderElsewhere : moveOrderEmail)(tx, deps, move)
  await tx
    .update(mails)
    .set({ to: email })
    .where(
      and(
        eq(mails.orderId, order.id),
        eq(mails.to, order.email),
        eq(mails.state, 'queued'),
        notInArray(mails.kind, [...SIGNED_KINDS]),
      ),
    )
  const event = { fromStatus: order.status, toStatus: order.status, reason: 'e-mail corrected by the desk' }
  const details = { from: order.email, to: email }
  await tx
    .insert(orderEvents)
    .values({ orderId: order.id, at: by.at, actor: `user:${String(by.userId)}`, ...event, details })
}
