import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Registration } from '#contract/people.ts'
import { type AccountTextConsent } from '#contract/text.ts'
import { users } from '../db/schema/people.ts'
import { accountTextConsents } from '../db/schema/texts.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { maskNumber, toE164 } from '../rules/texts/phone-number.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import {
  getAccountConsentWords,
  removeAccountTextConsent,
  saveAccountTextConsent,
} from '../store/texts/account-text-consent.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>

const READ_AGAIN = ['Please read once more what you agree to']
const NUMBER_NEEDED = ['To get texts, please give a phone number, abroad with its country code']

/** The brands that send texts, with the words that an account agrees to. */
async function listTextingBrands({ database, settings }: Pick<Deps, 'database' | 'settings'>) {
  const { brands } = await readCatalogue(database.db)
  return brands.flatMap((brand) => {
    const words = getAccountConsentWords(settings, brand)
    return words === undefined ? [] : [{ brandId: brand.id, words }]
  })
}

/** The consent in a registration, or what is wrong with it. */
export async function readNewConsent(
  deps: Pick<Deps, 'database' | 'settings'>,
  { text_consent: words, phone: typed }: Pick<Registration, 'text_consent' | 'phone'>,
): Promise<{
  given?: { brandId: number; phone: string; words: string }
  problem?: FieldErrors
}> {
  if (!words) return {}
  const brand = (await listTextingBrands(deps)).find((one) => one.words === words)
  if (!brand) return { problem: { text_consent: READ_AGAIN } }
  const phone = toE164(typed)
  return phone === undefined ? { problem: { text_consent: NUMBER_NEEDED } } : { given: { ...brand, phone } }
}

/** What the account has agreed to, for each brand that sends texts. */
export async function listAccountTextConsents(
  deps: Deps,
  { userId }: SignedInCaller,
): Promise<AccountTextConsent[]> {
  const { db } = deps.database
  const given = await db.select().from(accountTextConsents).where(eq(accountTextConsents.userId, userId))
  const [user] = await db.select({ phone: users.phone }).from(users).where(eq(users.id, userId))
  const number = toE164(user?.phone)
  return (await listTextingBrands(deps)).map(({ brandId, words }) => {
    const consent = given.find((one) => one.brandId === brandId)
    const phone = consent?.phone ?? number
    return {
      brand_id: brandId,
      words: consent?.words ?? words,
      given_at: consent?.givenAt.toISOString() ?? null,
      number: phone === undefined ? null : maskNumber(phone),
    }
  })
}

type Agreed =
  | { ok: true; consent: AccountTextConsent }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Agrees to texts of a brand to the account's phone number, in the very words. */
export async function agreeToTexts(
  deps: Deps,
  caller: SignedInCaller,
  { brandId, words }: { brandId: number; words: string },
): Promise<Agreed> {
  const brand = (await listTextingBrands(deps)).find((one) => one.brandId === brandId)
  if (!brand) return { ok: false, reason: 'not_found' }
  if (words !== brand.words) return { ok: false, reason: 'invalid', fields: { words: READ_AGAIN } }
  const { userId } = caller
  const phone = await deps.database.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const number = toE164(user?.phone)
    if (number !== undefined)
      await saveAccountTextConsent(tx, { userId, ...brand, phone: number }, deps.clock.now())
    return number
  })
  if (phone === undefined) return { ok: false, reason: 'invalid', fields: { words: NUMBER_NEEDED } }
  const consent = (await listAccountTextConsents(deps, caller)).find((one) => one.brand_id === brandId)
  return consent ? { ok: true, consent } : { ok: false, reason: 'not_found' }
}

/** Ends texts of a brand about all orders of the account. */
export const endTexts = (deps: Deps, { userId }: SignedInCaller, brandId: number): Promise<void> =>
  deps.database.db.transaction((tx) => removeAccountTextConsent(tx, userId, brandId))
