import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import { type OrderMail } from '#contract/order-file.ts'
import { type Tx } from '../db/client.ts'
import { orderEvents } from '../db/schema/orders.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { sessions, users } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { ERASED_DOMAIN } from '../store/erased-email.ts'
import { mailOrderElsewhere, moveOrderEmail } from '../accounts/change-order-email.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { markAddressReachable } from '../store/mails/mail-bounces.ts'
import {
  type CorrectionRefusal,
  findMailDeclaration,
  listMailKinds,
  type MailCorrected,
  type MailCorrecting,
  type MailCorrection,
  type MailRow,
  queueMail,
} from '../store/mails/queue-mail.ts'
import { UNDELIVERED_STATES, mayCorrect } from '../store/mails/is-mail-correctable.ts'
import { type MailKind } from '../store/mails/mail-kinds.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { copyMail, presentMail } from '../store/mails/repeat-mail.ts'

type Corrected = { ok: true; mail: OrderMail } | { ok: false; reason: CorrectionRefusal | 'not_found' }

/** Rolls back the transaction and carries the reason out of it. */
class CorrectionRefused extends Error {
  constructor(readonly reason: CorrectionRefusal) {
    super(reason)
  }
}

/**
 * Sends a mail that did not arrive once more, to the right address, which becomes that of its
 * order, gift or prize. The same address again counts as reachable from now on. A link in it is a
 * new one, and the old link stops working.
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
    if (error instanceof CorrectionRefused) return { ok: false, reason: error.reason }
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
  const mail = await claimMail(tx, known, by.at)
  const sent = await sendAnew(tx, deps, { mail, order, email, by })
  if (!sent.ok) throw new CorrectionRefused(sent.reason)
  await markAddressReachable(tx, email, by.at)
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'nothing', doneAt: by.at, doneBy: by.userId })
    .where(and(eq(staffTasks.mailId, mail.id), eq(staffTasks.state, 'open')))
  // The audit log is kept when a person is erased, so it must not contain the address.
  const sameAddress = email === known.to.toLowerCase()
  await writeAudit(tx, by, {
    resource: 'mails',
    id: mail.id,
    before: { sent_again: null },
    after: { sent_again: by.at.toISOString(), kind: mail.kind, same_address: sameAddress },
  })
  return { ok: true, mail: presentMail(mail) }
}

async function sendAnew(
  tx: Tx,
  deps: ApiDeps,
  { order, ...correction }: MailCorrection & { order: OrderRow | undefined },
): Promise<MailCorrected> {
  const correcting = findMailDeclaration(correction.mail.kind)?.correcting
  if (correcting?.way === 'subject') return correcting.send(tx, deps, correction)
  if (!correcting || !order) return { ok: false, reason: 'mail_not_correctable' }
  return sendAboutOrder(tx, deps, { ...correction, order }, correcting)
}

/** When two requests come at once, only one of them gets the mail. */
async function claimMail(tx: Tx, known: MailRow, now: Date): Promise<MailRow> {
  if (!mayCorrect(known)) throw new CorrectionRefused('mail_not_correctable')
  const [mail] = await tx
    .update(mails)
    .set({ againAt: now, sealed: null })
    .where(and(eq(mails.id, known.id), isNull(mails.againAt), inArray(mails.state, [...UNDELIVERED_STATES])))
    .returning()
  if (!mail) throw new CorrectionRefused('mail_not_correctable')
  return mail
}

async function sendAboutOrder(
  tx: Tx,
  deps: ApiDeps,
  correction: MailCorrection & { order: OrderRow },
  correcting: Exclude<MailCorrecting, { way: 'subject' }>,
): Promise<MailCorrected> {
  const { mail, order, email, by } = correction
  if (order.email.endsWith(ERASED_DOMAIN)) return { ok: false, reason: 'mail_not_correctable' }
  const { origin } = await readMailBrand(tx, deps.settings, order.brandId)
  if (email !== order.email.toLowerCase()) await correctOrder(tx, deps, correction, origin)
  const corrected = { ...order, email }
  if (correcting.way === 'order')
    return correcting.send(tx, deps, { mail, order: corrected, email, origin, by })
  const kind = mail.kind as MailKind
  await queueMail(tx, copyMail(mail, { kind, orderId: order.id, to: email }, by.at), by.at, deps)
  return { ok: true }
}

/**
 * A guest's order moves to the owner of the right address. An order in an account, made while
 * logged in or with a proven e-mail, stays there, because staff do not change anybody's account.
 */
async function correctOrder(
  tx: Tx,
  deps: ApiDeps,
  { order, email, by }: MailCorrection & { order: OrderRow },
  origin: string,
): Promise<void> {
  const [whose] = await tx
    .select({ provenAt: users.emailProvenAt })
    .from(users)
    .where(eq(users.id, order.userId))
  const accountSession = and(
    eq(sessions.id, order.sessionId),
    eq(sessions.scope, 'customer'),
    eq(sessions.userId, order.userId),
  )
  const madeLoggedIn = (await tx.$count(sessions, accountSession)) > 0
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
        // The links in these mails are signed for their address and would not work at another one.
        notInArray(
          mails.kind,
          listMailKinds(({ signedForAddress }) => signedForAddress === true),
        ),
      ),
    )
  const event = { fromStatus: order.status, toStatus: order.status, reason: 'e-mail corrected by the desk' }
  const details = { from: order.email, to: email }
  await tx
    .insert(orderEvents)
    .values({ orderId: order.id, at: by.at, actor: `user:${String(by.userId)}`, ...event, details })
}
