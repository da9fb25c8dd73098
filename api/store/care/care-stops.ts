import { and, eq, inArray, or } from 'drizzle-orm'
import {
  CARE_STOP_TOKEN,
  CareOccasion,
  careOccasions,
  type CareWishes,
  type CareWishesFields,
} from '#contract/care.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { careStops, careSwitches } from '../../db/schema/care.ts'
import { type ApiDeps } from '../../deps.ts'
import { isKeyedHash, keyedHash, keyedHashes } from '../../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'settings'>

/** Whose messages of which occasion. */
export interface CareRecipient {
  brandId: number
  occasion: CareOccasion
  /** In any case of letters. */
  email: string
}

/** What a stop hashes an address for. */
export const CARE_EMAIL_USE = 'care'

const hashEmail = ({ settings }: Deps, email: string) =>
  keyedHash(settings.secrets.code, CARE_EMAIL_USE, email.toLowerCase())

/** The hashes under which an address may have stopped messages, one of each key. */
const emailHashes = ({ settings }: Deps, email: string) =>
  keyedHashes(settings.secrets.code, CARE_EMAIL_USE, email.toLowerCase())

/** An address and an occasion as a stop names them, without the address itself. */
export interface CareStop {
  brandId: number
  occasion: CareOccasion
  emailHash: string
}

const TOKEN_USE = 'care-stop'

/**
 * The signed name of an address and an occasion in a mailed link; it is kept nowhere, and works as
 * long as `CODE_SECRET` holds its key.
 */
export function makeCareStopToken(deps: Deps, { brandId, occasion, email }: CareRecipient): string {
  const name = `${occasion}.${String(brandId)}.${hashEmail(deps, email)}`
  return `${name}.${keyedHash(deps.settings.secrets.code, TOKEN_USE, name)}`
}

/** What a token names; undefined when it was not made here. */
export function readCareStopToken(deps: Deps, token: string): CareStop | undefined {
  if (!CARE_STOP_TOKEN.test(token)) return undefined
  const at = token.lastIndexOf('.')
  const name = token.slice(0, at)
  if (!isKeyedHash(deps.settings.secrets.code, TOKEN_USE, name, token.slice(at + 1))) return undefined
  const [occasion, brandId, emailHash = ''] = name.split('.')
  return { occasion: CareOccasion.parse(occasion), brandId: Number(brandId), emailHash }
}

/** Writes or removes a stop; the same once more changes nothing. */
export async function writeCareStop(
  tx: DbOrTx,
  { brandId, occasion, emailHash }: CareStop,
  { isStopped, now }: { isStopped: boolean; now: Date },
): Promise<void> {
  const stop = { brandId, occasion, emailHash }
  if (isStopped) {
    await tx
      .insert(careStops)
      .values({ ...stop, stoppedAt: now })
      .onConflictDoNothing()
    return
  }
  await tx.delete(careStops).where(
    and(
      eq(careStops.brandId, brandId),
      eq(careStops.occasion, occasion),
      // An older link names the hash that the stop had before its key was replaced.
      or(eq(careStops.emailHash, emailHash), eq(careStops.formerHash, emailHash)),
    ),
  )
}

/** Which occasions an address wants messages about, for a brand. */
export async function readCareWishes(
  db: DbOrTx,
  deps: Deps,
  { brandId, email }: Omit<CareRecipient, 'occasion'>,
): Promise<CareWishes> {
  const stopped = await db
    .select({ occasion: careStops.occasion })
    .from(careStops)
    .where(and(eq(careStops.brandId, brandId), inArray(careStops.emailHash, emailHashes(deps, email))))
  const wants = (one: CareOccasion) => stopped.every(({ occasion }) => occasion !== one)
  return Object.fromEntries(careOccasions.map((one) => [one, wants(one)])) as CareWishes
}

/** Writes the answers of an address at once; what is not answered stays. */
export async function writeCareWishes(
  tx: Tx,
  deps: Deps,
  { brandId, email, wishes, now }: Omit<CareRecipient, 'occasion'> & { wishes: CareWishesFields; now: Date },
): Promise<void> {
  const [emailHash, ...former] = emailHashes(deps, email)
  for (const occasion of careOccasions) {
    const wanted = wishes[occasion]
    if (wanted === undefined) continue
    for (const old of former)
      await writeCareStop(tx, { brandId, occasion, emailHash: old }, { isStopped: false, now })
    await writeCareStop(tx, { brandId, occasion, emailHash }, { isStopped: !wanted, now })
  }
}

/** All that an address switched off, for its owner to read. */
export async function listCareStops(db: DbOrTx, deps: Deps, email: string) {
  const stops = await db
    .select()
    .from(careStops)
    .where(inArray(careStops.emailHash, emailHashes(deps, email)))
  return stops.map(({ brandId, occasion, stoppedAt }) => ({
    ...{ brand_id: brandId, occasion },
    stopped_at: stoppedAt.toISOString(),
  }))
}

/** Takes what was switched off along to another address of the same person. */
export async function copyCareStops(tx: Tx, deps: Deps, { from, to }: { from: string; to: string }) {
  const emailHash = hashEmail(deps, to)
  const stops = await tx
    .select()
    .from(careStops)
    .where(inArray(careStops.emailHash, emailHashes(deps, from)))
  if (stops.length === 0) return
  await tx
    .insert(careStops)
    .values(stops.map((stop) => ({ ...stop, emailHash, formerHash: null })))
    .onConflictDoNothing()
}

/** Whether the brand sends messages of the occasion, and its recipient wants them. */
export async function isCareWanted(db: DbOrTx, deps: Deps, recipient: CareRecipient): Promise<boolean> {
  const { brandId, occasion, email } = recipient
  const { [occasion]: wanted } = await readCareWishes(db, deps, { brandId, email })
  return wanted && !(await listBrandsWithout(db, occasion)).includes(brandId)
}

/** The brands that do not send messages of an occasion. */
export async function listBrandsWithout(db: DbOrTx, occasion: CareOccasion): Promise<number[]> {
  const off = await db
    .select({ brandId: careSwitches.brandId })
    .from(careSwitches)
    .where(and(eq(careSwitches.occasion, occasion), eq(careSwitches.isOn, false)))
  return off.map(({ brandId }) => brandId)
}
