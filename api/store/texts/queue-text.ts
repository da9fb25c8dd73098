import { type PgTable } from 'drizzle-orm/pg-core'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { texts } from '../../db/schema/texts.ts'
import { type ApiDeps } from '../../deps.ts'
import { seal, unseal } from '../../gateways/sealed-text.ts'
import { type MailBrand } from '../mails/mail-brand.ts'
import { findTextConsent } from './text-consent.ts'
import { type TextKind } from './text-kinds.ts'
import { readNumberState } from './text-numbers.ts'
import { readTextSender } from './text-sender.ts'

export type TextRow = typeof texts.$inferSelect
export type TextDeclarations = { readonly [Kind in TextKind]: TextDeclaration<Kind> }

let registered: TextDeclarations | undefined

/** Registers the declaration of every kind, which lies in a later room. */
export function registerTextDeclarations(declarations: TextDeclarations): void {
  registered = declarations
}

/** The declaration of a queued text's kind; undefined for a kind that there is no more. */
export function findTextDeclaration(kind: string): TextDeclaration | undefined {
  if (!registered) throw new Error('No kinds of text are registered')
  return Object.values(registered).find((one) => one.kind === kind)
}

/** One kind of text, apart from its words. */
interface TextRules<Kind extends TextKind> {
  kind: Kind
  /** The table whose row the text is about: its order, or the row of `subjectId`. */
  about: PgTable
  /** Whether staff may send it once more: it is composed from the books alone. */
  repeatable: boolean
}

export interface TextDeclaration<Kind extends TextKind = TextKind> extends TextRules<Kind> {
  /**
   * Composes the text from the present data, without the brand's name; undefined when nothing is
   * left to say.
   *
   * @throws when what it is about is gone, or its secret cannot be opened
   */
  write: (deps: ApiDeps, text: TextRow, brand: MailBrand) => Promise<string | undefined>
}

interface TextWords<Facts> {
  /** Reads what the text says; undefined when nothing is left to say. */
  load: (deps: ApiDeps, text: TextRow, brand: MailBrand) => Promise<Facts | undefined>
  compose: (facts: Facts, brand: MailBrand) => string
}

/** Declares a kind of text; `register-texts.ts` lists all declarations. */
export function declareText<Kind extends TextKind, Facts>({
  load,
  compose,
  ...rules
}: TextRules<Kind> & TextWords<Facts>): TextDeclaration<Kind> {
  return {
    ...rules,
    write: async (deps, text, brand) => {
      const facts = await load(deps, text, brand)
      return facts === undefined ? undefined : compose(facts, brand)
    },
  }
}

export interface NewText {
  kind: TextKind
  /** Names the event; each event has one text. */
  eventKey: string
  order: { id: number; brandId: number }
  subjectId?: number | undefined
  /** The secret link in the text, sealed here because no table stores it. */
  secret?: string
  copyOf?: number
}

/** Why an order gets no texts. */
export type TextObstacle = 'texts_off' | 'no_text_consent' | 'number_stopped' | 'number_unreachable'
export type TextQueued = { ok: true; to: string } | { ok: false; reason: TextObstacle }

/** The number that gets the texts about an order, or why none does. */
export async function findTextRecipient(
  db: DbOrTx,
  settings: ApiDeps['settings'],
  order: { id: number; brandId: number },
): Promise<TextQueued> {
  if ((await readTextSender(db, settings, order.brandId)) === undefined)
    return { ok: false, reason: 'texts_off' }
  const consent = await findTextConsent(db, order.id)
  if (!consent) return { ok: false, reason: 'no_text_consent' }
  const { phone: to } = consent
  const state = await readNumberState(db, settings, { brandId: order.brandId, phone: to })
  return state === 'usable' ? { ok: true, to } : { ok: false, reason: `number_${state}` }
}

/**
 * Writes a text to the outbox in the caller's transaction, if the order's buyer has agreed to texts
 * and the number gets them: it leaves after the commit, or never when that fails. A repeated event
 * changes nothing.
 */
export async function queueText(
  tx: Tx,
  text: NewText,
  now: Date,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
): Promise<TextQueued> {
  const { settings, jobs } = deps
  const { order, subjectId, secret } = text
  const { about } = findTextDeclaration(text.kind) ?? {}
  if (about !== orders && subjectId === undefined)
    throw new Error(`A text of kind ${text.kind} must name what it is about`)
  const recipient = await findTextRecipient(tx, settings, order)
  if (!recipient.ok) return recipient
  const { to } = recipient
  const written = await tx
    .insert(texts)
    .values({
      eventKey: text.eventKey,
      kind: text.kind,
      brandId: order.brandId,
      orderId: order.id,
      subjectId: subjectId ?? null,
      to,
      sealed: secret === undefined ? null : seal(settings.secrets.code, TEXT_SECRET_USE, secret),
      state: 'queued',
      copyOf: text.copyOf ?? null,
      createdAt: now,
      nextTryAt: now,
    })
    .onConflictDoNothing({ target: texts.eventKey })
    .returning({ id: texts.id })
  if (written.length > 0) jobs?.wake('texts')
  return { ok: true, to }
}

/** What a text's secret is sealed for. */
export const TEXT_SECRET_USE = 'text'

/** The link that a text carries. @throws when it carries none */
export function openTextSecret(
  { settings }: Pick<ApiDeps, 'settings'>,
  { id, sealed }: Pick<TextRow, 'id' | 'sealed'>,
): string {
  if (!sealed) throw new Error(`Text ${String(id)} needs a link but carries none`)
  return unseal(settings.secrets.code, TEXT_SECRET_USE, sealed)
}

/** @throws when the text names no row that it is about */
export function textSubjectIdOf({ id, subjectId }: Pick<TextRow, 'id' | 'subjectId'>): number {
  if (subjectId === null) throw new Error(`Text ${String(id)} names nothing that it is about`)
  return subjectId
}
