import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Settings } from '#settings/settings.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { textConsents } from '../../db/schema/texts.ts'
import { findTextSender } from '../../gateways/texter.ts'
import { toE164 } from '../../rules/texts/phone-number.ts'
import { findConsentOfBuyer } from './account-text-consent.ts'

export type TextConsent = Pick<typeof textConsents.$inferSelect, 'phone' | 'words' | 'givenTo' | 'givenAt'>

/** What a buyer agrees to, word for word; undefined where the brand sends no texts. */
export const getConsentWords = (
  settings: Settings,
  brand: { id: number; slug: string; name: string },
): string | undefined =>
  findTextSender(settings, brand) === undefined
    ? undefined
    : `${brand.name} may text this number about this order: links and changes, no advertising. ` +
      'Message and data rates may apply. Reply STOP to end texts, HELP for help.'

/** What is wrong with a consent; undefined when it can be kept. */
export function findConsentProblem(
  { text_consent: agreed }: { text_consent?: string | null | undefined },
  words: string | undefined,
  phone: string | null,
): FieldErrors | undefined {
  if (!agreed) return undefined
  if (agreed !== words) return { text_consent: ['Please read once more what you agree to'] }
  return toE164(phone) === undefined
    ? { text_consent: ['To get texts, please give a phone number, abroad with its country code'] }
    : undefined
}

interface NewConsent {
  orderId: number
  /** As it was typed. */
  phone: string | null
  words: string
  givenTo: TextConsent['givenTo']
}

/** Writes a consent, which replaces an earlier one of the order. */
export async function saveTextConsent(
  tx: Tx,
  { orderId, phone: typed, words, givenTo }: NewConsent,
  now: Date,
): Promise<void> {
  const phone = toE164(typed)
  if (phone === undefined) return
  const consent = { phone, words, givenTo, givenAt: now }
  await tx
    .insert(textConsents)
    .values({ orderId, ...consent })
    .onConflictDoUpdate({ target: textConsents.orderId, set: consent })
}

/** Takes the consent of an order back, which was placed again without it. */
export async function removeTextConsent(tx: Tx, orderId: number): Promise<void> {
  await tx.delete(textConsents).where(eq(textConsents.orderId, orderId))
}

/** The consent to texts about an order: its own, or that of its buyer's account. */
export async function findTextConsent(db: DbOrTx, orderId: number): Promise<TextConsent | undefined> {
  const [found] = await db.select().from(textConsents).where(eq(textConsents.orderId, orderId))
  if (found) return found
  const general = await findConsentOfBuyer(db, orderId)
  return general && { ...general, givenTo: 'shop' }
}
