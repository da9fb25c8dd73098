import { and, eq, gt, lte } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type FormEntryFields, TRAP_SENTENCE } from '#contract/form-entry.ts'
import { type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { contests, formEntries } from '../db/schema/forms.ts'
import { type ApiDeps } from '../deps.ts'
import { type StampProblem } from './rules/form-timestamp.ts'
import { findSpam } from './rules/find-spam.ts'
import { keyedHash } from '../gateways/sealed-text.ts'
import { type Caller } from '../http/http.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { readFormStamp } from './form-stamp.ts'

export type SavedFormEntry =
  | { ok: true }
  | { ok: false; reason: StampProblem | 'contest_closed' | 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>

/**
 * Keeps what somebody sent by a form, and mails it to the brand's desk: once for each form that was
 * shown, however often it is sent. The sender gets a line that it came, of our words alone and once
 * a day at most, because the address may be anybody's.
 */
export async function saveFormEntry(
  deps: Deps,
  caller: Caller,
  fields: FormEntryFields,
): Promise<SavedFormEntry> {
  const stamp = readFormStamp(deps, fields.form, fields.stamp)
  if (!stamp.ok) return stamp
  const entry = readEntry(fields)
  const refused = refuseFields(fields, entry)
  if (refused) return { ok: false, reason: 'invalid', fields: refused }
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const [brand] = await tx
      .select({ email: brands.email })
      .from(brands)
      .where(eq(brands.id, fields.brand_id))
    if (!brand) return { ok: false, reason: 'not_found' }
    const contestId = fields.form === 'contest' ? fields.contest_id : null
    if (contestId !== null && !(await isOpen(tx, { contestId, brandId: fields.brand_id, now }))) {
      return { ok: false, reason: 'contest_closed' }
    }
    const userId = caller.kind === 'customer' ? caller.userId : null
    const [row] = await tx
      .insert(formEntries)
      .values({
        brandId: fields.brand_id,
        form: fields.form,
        stamp: stamp.nonce,
        ...entry,
        userId,
        contestId,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: formEntries.id })
    // Sent twice, or entered a contest twice: the answer is the first one's.
    if (!row) return { ok: true }
    const about = { brandId: fields.brand_id, subjectId: row.id }
    const eventKey = `form_desk:${String(row.id)}`
    await queueMail(tx, { kind: 'form_desk', eventKey, ...about, to: brand.email }, now, deps)
    if (entry.email !== null && ANSWERED.includes(fields.form)) {
      const mailbox = keyedHash(deps.settings.secrets.code, 'form-received', entry.email)
      const eventKey = `form_received:${mailbox}:${now.toISOString().slice(0, 10)}`
      await queueMail(tx, { kind: 'form_received', eventKey, ...about, to: entry.email }, now, deps)
    }
    return { ok: true }
  })
}

/** Forms to which somebody writes back. */
const ANSWERED: readonly string[] = ['contact', 'rentals', 'careers']

async function isOpen(tx: Tx, asked: { contestId: number; brandId: number; now: Date }): Promise<boolean> {
  const { contestId, brandId, now } = asked
  const [open] = await tx
    .select({ id: contests.id })
    .from(contests)
    .where(
      and(
        eq(contests.id, contestId),
        eq(contests.brandId, brandId),
        lte(contests.opensAt, now),
        gt(contests.closesAt, now),
      ),
    )
  return open !== undefined
}

type Entry = Pick<typeof formEntries.$inferSelect, 'name' | 'email' | 'phone' | 'answers'>

const OWN_COLUMNS = [
  'form',
  'brand_id',
  'stamp',
  'website',
  'name',
  'email',
  'phone',
  'contest_id',
  'consent',
]

function readEntry(fields: FormEntryFields): Entry {
  const answers: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (OWN_COLUMNS.includes(name) || value === undefined || value === '' || value === false) continue
    answers[name] = value === true ? 'yes' : String(value)
  }
  const phone = 'phone' in fields && fields.phone ? fields.phone : null
  return { name: fields.name ?? '', email: fields.email ? fields.email.toLowerCase() : null, phone, answers }
}

function refuseFields(fields: FormEntryFields, { name, answers }: Entry): FieldErrors | undefined {
  const found = findSpam({ name, ...answers })
  if (fields.website) found['website'] = TRAP_SENTENCE
  const named = Object.entries(found).map(([field, sentence]) => [field, [sentence]])
  return named.length > 0 ? (Object.fromEntries(named) as FieldErrors) : undefined
}
