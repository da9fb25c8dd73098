import { and, eq, sql } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { randomUUID } from 'node:crypto'
import { type Tx } from '../../db/client.ts'
import { brandHosts, brands } from '../../db/schema/brands.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { mails } from '../../db/schema/platform.ts'
import { statement } from '../../db/statement.ts'
import { type ApiDeps } from '../../deps.ts'
import { seal } from '../../gateways/sealed-text.ts'
import { WALK_IN_DOMAIN } from '../walk-in-email.ts'
import { type OrderRow } from '../orders/order.ts'
import { type AuditBy } from '../write-audit.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'
import { type MailKind } from './mail-kinds.ts'
import { MAIL_SECRET_USE } from './mail-secret.ts'

export type MailDeclarations = { readonly [Kind in MailKind]: MailDeclaration<Kind> }

let registered: MailDeclarations | undefined

/** Registers the declaration of every kind, which lies in a later room. */
export function registerDeclarations(declarations: MailDeclarations): void {
  registered = declarations
}

function declarations(): MailDeclarations {
  if (!registered) throw new Error('No kinds of mail are registered')
  return registered
}

/** The declaration of a queued mail's kind; undefined for a kind that there is no more. */
export function findMailDeclaration(kind: string): MailDeclaration | undefined {
  return Object.values(declarations()).find((one) => one.kind === kind)
}

const getMailDeclaration = (kind: MailKind): MailDeclaration => declarations()[kind]

/** The kinds whose declarations fit. */
export const listMailKinds = (fits: (declaration: MailDeclaration) => boolean): MailKind[] =>
  Object.values(declarations()).flatMap((one) => (fits(one) ? [one.kind] : []))

export type MailRow = typeof mails.$inferSelect

/** Who gets a mail. */
type MailRecipient =
  | 'account holder'
  | 'buyer'
  | 'passenger'
  | 'giver or recipient of a gift'
  | 'recipient of a gift'
  | 'person on the waitlist'
  | 'person who wrote'
  | 'contest winner'
  | 'subscriber'
  | 'staff'
  | 'operator'

/** Why a mail that did not arrive cannot be sent to another address. */
export type CorrectionRefusal =
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

export type MailCorrected = { ok: true } | { ok: false; reason: CorrectionRefusal }

type CorrectionDeps = Pick<ApiDeps, 'settings' | 'jobs'>

/** Queues another mail in place of one that did not arrive. */
export interface MailCorrection {
  mail: MailRow
  /** The right address, in lower case. */
  email: string
  by: AuditBy
}

/** The same for a mail about an order, which is locked and has the right address by now. */
export interface OrderMailCorrection extends MailCorrection {
  order: OrderRow
  /** Of the order's shop. */
  origin: string
}

/**
 * What staff may do with a mail that did not arrive. `copy`: the order gets the right address, and
 * the mail is composed again. `order`: the same, with a new link. `subject`: what the mail is about
 * gets the right address itself.
 */
export type MailCorrecting =
  | { way: 'copy' }
  | {
      way: 'order'
      send: (tx: Tx, deps: CorrectionDeps, mail: OrderMailCorrection) => Promise<MailCorrected>
    }
  | { way: 'subject'; send: (tx: Tx, deps: CorrectionDeps, mail: MailCorrection) => Promise<MailCorrected> }

/** Whom a bounced mail is a matter of: staff find the task there. */
export interface BouncedFor {
  orderId?: number
  userId?: number
}

/** One kind of mail, apart from its text. */
interface MailRules<Kind extends MailKind> {
  kind: Kind
  /**
   * The table whose row the mail is about: `subjectId` of the queued mail, or its `orderId`,
   * `userId` or `brandId` for those tables.
   */
  about: PgTable
  recipient: MailRecipient
  /**
   * `required`: the customer has a right to it, so staff get a task when it bounces. `optional`: the
   * recipient may switch it off, and an address that bounced gets none.
   */
  delivery: 'required' | 'usual' | 'optional'
  /** Whether staff may send it once more to the same address. */
  repeatable: boolean
  /** Null when it is never sent to another address. */
  correcting: MailCorrecting | null
  /** Its link is signed for its address, so that it stays there when the order gets another one. */
  signedForAddress?: boolean
  /** Its links open the order without logging in. */
  opensOrder?: boolean
  /** For mails whose bounce is no matter of their own order and account; undefined for nobody. */
  findBouncedFor?: (tx: Tx, mail: MailRow) => Promise<BouncedFor | undefined>
}

export interface MailDeclaration<Kind extends MailKind = MailKind> extends MailRules<Kind> {
  /**
   * Composes the mail from the present data; undefined when nothing is left to say.
   *
   * @throws when what it is about is gone, or its secret cannot be opened
   */
  write: (deps: ApiDeps, mail: MailRow, brand: MailBrand) => Promise<ComposedMail | undefined>
}

interface MailTexts<Facts> {
  /** Reads what the mail says; undefined when nothing is left to say. */
  load: (deps: ApiDeps, mail: MailRow) => Facts | undefined | Promise<Facts | undefined>
  compose: (facts: Facts, brand: MailBrand, mail: MailRow) => ComposedMail
}

/** Declares a kind of mail; `register-mails.ts` lists all declarations. */
export function declareMail<Kind extends MailKind, Facts>({
  load,
  compose,
  ...rules
}: MailRules<Kind> & MailTexts<Facts>): MailDeclaration<Kind> {
  return {
    ...rules,
    write: async (deps, mail, brand) => {
      const facts = await load(deps, mail)
      return facts === undefined ? undefined : compose(facts, brand, mail)
    },
  }
}

/** @throws when the mail is about no order */
export function orderIdOf(mail: Pick<MailRow, 'id' | 'orderId'>): number {
  if (mail.orderId === null) throw new Error(`Mail ${String(mail.id)} speaks of no order`)
  return mail.orderId
}

/** `O-1042` */
export const orderNumberOf = (mail: Pick<MailRow, 'id' | 'orderId'>): string => `O-${String(orderIdOf(mail))}`

/** @throws when the mail names no row that it is about */
export function subjectIdOf(mail: Pick<MailRow, 'id' | 'subjectId'>): number {
  if (mail.subjectId === null) throw new Error(`Mail ${String(mail.id)} names nothing that it is about`)
  return mail.subjectId
}

interface MailToQueue {
  kind: MailKind
  /** Names the event; each event has one mail: `order_confirmation:1042`. Nobody reads it. */
  eventKey: string
  /**
   * The row the mail is about, in the table that its kind's declaration names; orders, accounts and
   * brands are named by their own ids alone.
   */
  subjectId?: number
  userId?: number
  to: string
  audience?: 'giver' | 'recipient'
  /** The first of the mails that say the same. */
  copyOf?: number
  /** The secret link in the mail, sealed here because no table stores it. */
  secret?: string
  /** When it leaves, if not now. */
  sendAt?: Date
}

/** Names the brand a mail comes from: that of its order, a brand, or that of a page's host. */
type MailSource =
  | { orderId: number; brandId?: never; page?: never }
  | { brandId: number; orderId?: never; page?: never }
  | { page: string; orderId?: never; brandId?: never }

export type NewMail = MailToQueue & MailSource

const OWN_COLUMNS: readonly PgTable[] = [orders, users, brands]

/**
 * Writes a mail to the outbox in the caller's transaction: it leaves after the commit, or never
 * when that fails. A repeated event changes nothing, and a walk-in without an e-mail gets none.
 * Returns whether the mail was written.
 */
export async function queueMail(
  tx: Tx,
  mail: NewMail,
  now: Date,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
): Promise<boolean> {
  if (mail.to.endsWith(WALK_IN_DOMAIN)) return false
  const { settings, jobs } = deps
  const { about } = getMailDeclaration(mail.kind)
  if (!OWN_COLUMNS.includes(about) && mail.subjectId === undefined)
    throw new Error(`A mail of kind ${mail.kind} must name what it is about`)
  const written = await insertMail(tx, {
    eventKey: mail.eventKey,
    kind: mail.kind,
    brandId: mail.brandId ?? null,
    host: mail.page === undefined ? null : new URL(mail.page).hostname,
    ownBrandId: settings.brandId,
    orderId: mail.orderId ?? null,
    userId: mail.userId ?? null,
    subjectId: mail.subjectId ?? null,
    audience: mail.audience ?? null,
    copyOf: mail.copyOf ?? null,
    to: mail.to,
    sealed: mail.secret === undefined ? null : sealMailSecret(settings, mail.secret),
    messageId: makeMessageId(settings),
    createdAt: now,
    nextTryAt: mail.sendAt ?? now,
  })
  if (written.length === 0) return false
  jobs?.wake('mails')
  return true
}

/** The secret link of a mail, as it is stored. */
export const sealMailSecret = ({ secrets }: ApiDeps['settings'], secret: string) =>
  seal(secrets.code, MAIL_SECRET_USE, secret)

export const makeMessageId = ({ publicUrl }: ApiDeps['settings']) =>
  `<${randomUUID()}@${new URL(publicUrl).hostname}>`

const insertMail = statement((db) => {
  const value = sql.placeholder
  const { brandId, host } = brandHosts
  return db
    .insert(mails)
    .values({
      eventKey: value('eventKey'),
      kind: value('kind'),
      // For a page on the host of no brand it is the brand of `BRAND_ID`.
      brandId: sql`coalesce(
        ${value('brandId')}::int,
        (select ${orders.brandId} from ${orders} where ${orders.id} = ${value('orderId')}),
        (select ${brandId} from ${brandHosts} where ${host} = ${value('host')}),
        ${value('ownBrandId')}::int)`,
      orderId: value('orderId'),
      userId: value('userId'),
      subjectId: value('subjectId'),
      audience: value('audience'),
      copyOf: value('copyOf'),
      to: value('to'),
      sealed: value('sealed'),
      state: 'queued',
      messageId: value('messageId'),
      createdAt: value('createdAt'),
      nextTryAt: value('nextTryAt'),
    })
    .onConflictDoNothing({ target: mails.eventKey })
    .returning({ id: mails.id })
})

/** Releases a waiting mail, which leaves after the commit; a mail already sent stays as it is. */
export async function releaseMail(
  tx: Tx,
  eventKey: string,
  now: Date,
  { jobs }: Pick<ApiDeps, 'jobs'>,
): Promise<void> {
  const waiting = and(eq(mails.eventKey, eventKey), eq(mails.state, 'queued'))
  await tx.update(mails).set({ nextTryAt: now }).where(waiting)
  jobs?.wake('mails')
}
