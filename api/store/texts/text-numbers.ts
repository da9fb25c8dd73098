import { and, eq, inArray } from 'drizzle-orm'
import { type Settings } from '#settings/settings.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { textNumbers, texts } from '../../db/schema/texts.ts'
import { keyedHashes } from '../../gateways/sealed-text.ts'

/** A number as one brand knows it; in E.164. */
export interface BrandNumber {
  brandId: number
  phone: string
}

/** Why a number gets no texts of a brand; `usable` when it does. */
export type NumberState = 'usable' | 'stopped' | 'unreachable'

/** What a number is hashed for. */
export const TEXT_NUMBER_USE = 'text number'

/** The hashes under which a number may be stored, one of each key; the first is for new rows. */
const numberHashes = ({ secrets }: Pick<Settings, 'secrets'>, phone: string) =>
  keyedHashes(secrets.code, TEXT_NUMBER_USE, phone)

export async function readNumberState(
  db: DbOrTx,
  settings: Settings,
  { brandId, phone }: BrandNumber,
): Promise<NumberState> {
  const hashes = numberHashes(settings, phone)
  const [known] = await db
    .select({ stoppedAt: textNumbers.stoppedAt, unreachableAt: textNumbers.unreachableAt })
    .from(textNumbers)
    .where(and(eq(textNumbers.brandId, brandId), inArray(textNumbers.numberHash, hashes)))
  if (known?.stoppedAt) return 'stopped'
  return known?.unreachableAt ? 'unreachable' : 'usable'
}

type NumberFacts = Partial<
  Pick<typeof textNumbers.$inferInsert, 'stoppedAt' | 'unreachableAt' | 'unreachableCode'>
>

async function saveNumber(
  tx: Tx,
  settings: Settings,
  { brandId, phone }: BrandNumber,
  facts: NumberFacts,
): Promise<void> {
  const [numberHash, ...former] = numberHashes(settings, phone)
  if (former.length > 0) {
    const known = and(eq(textNumbers.brandId, brandId), inArray(textNumbers.numberHash, former))
    await tx.update(textNumbers).set({ numberHash }).where(known)
  }
  await tx
    .insert(textNumbers)
    .values({ brandId, numberHash, ...facts })
    .onConflictDoUpdate({ target: [textNumbers.brandId, textNumbers.numberHash], set: facts })
}

/** Ends all texts of the brand to a number, also those that wait. */
export async function stopNumber(tx: Tx, settings: Settings, number: BrandNumber, now: Date): Promise<void> {
  await saveNumber(tx, settings, number, { stoppedAt: now })
  await tx
    .update(texts)
    .set({ state: 'stopped', sealed: null })
    .where(and(eq(texts.to, number.phone), eq(texts.brandId, number.brandId), eq(texts.state, 'queued')))
}

/** Its owner wants texts again, and reads them: it gets texts, whatever was reported before. */
export const startNumber = (tx: Tx, settings: Settings, number: BrandNumber): Promise<void> =>
  saveNumber(tx, settings, number, { stoppedAt: null, unreachableAt: null, unreachableCode: null })

/** The provider says that the number gets no texts at all: a landline, or nobody's. */
export const markUnreachable = (
  tx: Tx,
  settings: Settings,
  number: BrandNumber,
  { code, now }: { code: number; now: Date },
): Promise<void> => saveNumber(tx, settings, number, { unreachableAt: now, unreachableCode: code })
