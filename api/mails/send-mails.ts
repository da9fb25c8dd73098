import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { commitsAsynchronously } from '../db/asynchronous-commit.ts'
import { mails } from '../db/schema/platform.ts'
import { statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { type MailRefusal, type OutgoingMail, readRefusal } from '../gateways/mailer.ts'
import { receiptToken } from '../orders/receipt-link.ts'
import { readBounceReason, typeOfRefusal } from '../rules/mails/bounce-reason.ts'
import { isBadAddress, recordBounce } from '../store/mails/mail-bounces.ts'
import { type MailBrand } from '../store/mails/mail-brand.ts'
import { findMailDeclaration, type MailDeclaration, type MailRow } from '../store/mails/queue-mail.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { findOrderToken } from '../store/orders/order-link.ts'

const BATCH = 50
const MAX_TRIES = 12
const MINUTE = 60_000

/**
 * Sends all due mails of the outbox, also those that are more than one run was woken for. A mail is
 * claimed before it is sent, so two processes never send the same one; the claim expires when the
 * next try is due. Only a crash between the server's acceptance and our update can send a mail
 * twice. Both copies then have the same Message-ID, by which mail programs show one.
 *
 * @param stopping aborted when the process stops: the rest is for the next one
 */
export async function sendMails(deps: ApiDeps, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await readDueMails(deps)
    for (const mail of due) {
      if (stopping?.aborted) return
      if (await claimMail(deps, mail)) await send(deps, mail)
    }
    // A claimed mail is not due any more, so this ends.
    if (due.length < BATCH) return
  }
}

const readDueMails = (deps: ApiDeps): Promise<MailRow[]> =>
  deps.database.db
    .select()
    .from(mails)
    .where(and(eq(mails.state, 'queued'), lte(mails.nextTryAt, deps.clock.now())))
    // Mails that were written in one moment leave in the order in which they were written.
    .orderBy(asc(mails.nextTryAt), asc(mails.id))
    .limit(BATCH)

async function claimMail(deps: ApiDeps, mail: MailRow): Promise<boolean> {
  const nextTryAt = new Date(deps.clock.now().getTime() + getRetryDelay(mail.tries + 1))
  const { id, tries } = mail
  const claimed = await claim(deps.database.db, { id, tries, triesNow: tries + 1, nextTryAt })
  return claimed.length > 0
}

const claim = statement((db) =>
  db
    .update(mails)
    .set({
      tries: sql`${sql.placeholder('triesNow')}`,
      nextTryAt: sql`${sql.param(sql.placeholder('nextTryAt'), mails.nextTryAt)}`,
    })
    .where(
      and(
        eq(mails.id, sql.placeholder('id')),
        eq(mails.state, 'queued'),
        eq(mails.tries, sql.placeholder('tries')),
        commitsAsynchronously,
      ),
    )
    .returning({ id: mails.id }),
)

/** 1, 2, 4 … minutes, four hours at most. */
function getRetryDelay(tries: number): number {
  return Math.min(2 ** (tries - 1), 240) * MINUTE
}

async function send(deps: ApiDeps, mail: MailRow): Promise<void> {
  const { db } = deps.database
  try {
    const outgoing = await composeDueMail(deps, mail)
    if (!outgoing) {
      await db.delete(mails).where(and(eq(mails.id, mail.id), eq(mails.state, 'queued')))
      return
    }
    await deps.mailer.send(outgoing)
    await markSent(db, { id: mail.id, now: deps.clock.now() })
  } catch (error) {
    const refusal = readRefusal(error)
    if (refusal) {
      await bounce(deps, mail, refusal)
      return
    }
    const lastError = error instanceof Error ? error.message : String(error)
    const state = mail.tries + 1 >= MAX_TRIES ? 'failed' : 'queued'
    await db.update(mails).set({ state, lastError }).where(eq(mails.id, mail.id))
    deps.log.error({ err: error, mail: mail.id, kind: mail.kind, state }, 'a mail could not be sent')
  }
}

const markSent = statement((db) =>
  db
    .update(mails)
    .set({
      state: 'sent',
      sentAt: sql`${sql.param(sql.placeholder('now'), mails.sentAt)}`,
      // The link was sent, and a stored copy could only leak.
      sealed: null,
      lastError: null,
    })
    .where(eq(mails.id, sql.placeholder('id'))),
)

/**
 * Undefined for a mail that is not sent any more: nothing is left to say, or it is optional and its
 * address had a hard bounce.
 */
async function composeDueMail(deps: ApiDeps, mail: MailRow): Promise<OutgoingMail | undefined> {
  const isOptional = findMailDeclaration(mail.kind)?.delivery === 'optional'
  if (isOptional && (await isBadAddress(deps.database.db, mail.to))) return undefined
  return composeMail(deps, mail)
}

/** Records a permanent refusal by the server, after which there is no retry. */
async function bounce(deps: ApiDeps, mail: MailRow, { serverText, toRecipient }: MailRefusal): Promise<void> {
  const now = deps.clock.now()
  const reason = readBounceReason(serverText, toRecipient)
  const type = typeOfRefusal(reason)
  await deps.database.db.transaction((tx) =>
    recordBounce(tx, { mail, email: mail.to, type, source: 'server', reason, serverText, at: now }, now),
  )
  deps.log.warn({ mail: mail.id, kind: mail.kind, reason }, 'a mail was refused for good')
}

/**
 * Composes a queued mail from the present data; undefined if there is nothing left to report.
 * @throws if its subject does not exist any more, or its secret cannot be decrypted: an early retry
 * would not help
 */
export async function composeMail(deps: ApiDeps, mail: MailRow): Promise<OutgoingMail | undefined> {
  const declaration = findMailDeclaration(mail.kind)
  if (!declaration) throw new Error(`There is no template for mails of kind ${mail.kind}`)
  const brand = await readMailBrand(deps.database.db, deps.settings, mail.brandId)
  const linked = await withOrderHref(deps, declaration, mail, brand)
  const composed = await declaration.write(deps, mail, linked)
  return composed && { from: brand.from, to: mail.to, messageId: mail.messageId, ...composed }
}

/** Mails to buyers carry links to their order; those to passengers and recipients of gifts do not. */
async function withOrderHref(
  deps: ApiDeps,
  { opensOrder = false }: MailDeclaration,
  mail: MailRow,
  brand: MailBrand,
): Promise<MailBrand> {
  if (mail.orderId === null || !opensOrder) return brand
  const token = await findOrderToken(deps, { orderId: mail.orderId, to: mail.to })
  if (token === undefined) return brand
  const receipt = receiptToken(deps.settings, mail.orderId, token)
  const linked = (path: string) => `${brand.origin}/orders/${path}`
  return { ...brand, orderHref: linked(token), receiptHref: linked(`${receipt}/receipt`) }
}
