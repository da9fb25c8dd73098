import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { texts } from '../db/schema/texts.ts'
import { type ApiDeps } from '../deps.ts'
import { readTextRefusal, type Texter } from '../gateways/texter.ts'
import { readTextFailure } from '../rules/texts/text-failure.ts'
import { type TextRow } from '../store/texts/queue-text.ts'
import { readNumberState } from '../store/texts/text-numbers.ts'
import { findTextTime } from '../store/texts/text-time.ts'
import { composeText, TextUnsendable } from './compose-text.ts'
import { type Outcome, settleText } from './settle-text.ts'

const BATCH = 50
const MAX_TRIES = 12
const MINUTE = 60_000

/**
 * Sends the due texts of the outbox. A text is claimed before it is sent, so two processes never
 * send the same one; the claim ends when the next try is due. The provider knows no idempotency
 * keys: when its answer was lost, with the process or with the connection, the next try first looks
 * whether it has the text already.
 */
export async function sendTexts(deps: ApiDeps): Promise<void> {
  const { texter } = deps
  if (!texter) return
  const due = await deps.database.db
    .select()
    .from(texts)
    .where(and(inArray(texts.state, ['queued', 'sending']), lte(texts.nextTryAt, deps.clock.now())))
    .orderBy(asc(texts.nextTryAt), asc(texts.id))
    .limit(BATCH)
  for (const text of due) {
    if (await isHeldBack(deps, text)) continue
    if (await claimText(deps, text)) await sendClaimed(deps, texter, text)
  }
}

/**
 * Holds a text back while it is night at the terminal, unless a flight of its order leaves within a
 * day. A text that may have left already is not asked about at night either.
 */
async function isHeldBack(deps: ApiDeps, text: TextRow): Promise<boolean> {
  const { db } = deps.database
  const until = await findTextTime(db, deps.settings, text, deps.clock.now())
  if (until === undefined) return false
  await db
    .update(texts)
    .set({ nextTryAt: until })
    .where(and(eq(texts.id, text.id), eq(texts.state, text.state), eq(texts.tries, text.tries)))
  return true
}

async function claimText(deps: ApiDeps, { id, state, tries }: TextRow): Promise<boolean> {
  const nextTryAt = new Date(deps.clock.now().getTime() + getRetryDelay(tries + 1))
  const claimed = await deps.database.db
    .update(texts)
    .set({ state: 'sending', tries: tries + 1, nextTryAt })
    .where(and(eq(texts.id, id), eq(texts.state, state), eq(texts.tries, tries)))
    .returning({ id: texts.id })
  return claimed.length > 0
}

/** 2, 4, 8 … minutes, four hours at most: always longer than a call to the provider. */
const getRetryDelay = (tries: number): number => Math.min(2 ** tries, 240) * MINUTE

/** Sends a claimed text. `text` is its row before the claim. */
async function sendClaimed(deps: ApiDeps, texter: Texter, text: TextRow): Promise<void> {
  const attempt: Attempt = { isSent: false }
  try {
    await trySending(deps, texter, text, attempt)
  } catch (error) {
    await settleFailure(deps, text, error, attempt)
  }
}

interface Attempt {
  /** The provider was asked to send the text, so that it may have left. */
  isSent: boolean
}

async function trySending(deps: ApiDeps, texter: Texter, text: TextRow, attempt: Attempt): Promise<void> {
  const { db } = deps.database
  const isLost = text.state === 'sending'
  const settle = (state: Outcome['state'], providerId: string | null = null) =>
    settleText(deps, text.id, { state, providerId, code: null }, deps.clock.now())
  const outgoing = await composeText(deps, text)
  const accepted = isLost && outgoing ? await texter.find(outgoing, text.createdAt) : undefined
  if (accepted !== undefined) return settle('sent', accepted)
  if (!outgoing) {
    // Nothing is left to say; whether a lost text has left will not be known.
    if (isLost) return settle('failed')
    await db.delete(texts).where(and(eq(texts.id, text.id), eq(texts.state, 'sending')))
    return
  }
  // Read after the claim: a STOP that came meanwhile ends this text, too.
  const number = await readNumberState(db, deps.settings, { brandId: text.brandId, phone: text.to })
  if (number !== 'usable') return settle(number === 'stopped' ? 'stopped' : 'failed')
  attempt.isSent = true
  return settle('sent', await texter.send(outgoing))
}

/**
 * A refusal for good ends the text, and marks the number where it is the number's. After any other
 * refusal it is sent again later. Without an answer it stays `sending`, because it may have left.
 */
async function settleFailure(
  deps: ApiDeps,
  text: TextRow,
  error: unknown,
  { isSent }: Attempt,
): Promise<void> {
  const refusal = readTextRefusal(error)
  const code = refusal?.code ?? null
  const failure = readTextFailure(code)
  const isLast = text.tries + 1 >= MAX_TRIES
  // Errors of the client have the number and the words, of which neither may come to the log.
  const facts = { text: text.id, kind: text.kind, status: refusal?.status, code, reason: nameError(error) }
  if (failure !== undefined || isLast) {
    const state = failure === 'stopped' ? 'stopped' : 'failed'
    await settleText(deps, text.id, { state, providerId: null, code }, deps.clock.now())
    deps.log[isLast ? 'error' : 'warn'](facts, 'a text was given up')
    return
  }
  const state = !isSent ? text.state : refusal ? 'queued' : 'sending'
  await deps.database.db
    .update(texts)
    .set({ state, errorCode: code })
    .where(and(eq(texts.id, text.id), eq(texts.state, 'sending')))
  deps.log.error(facts, 'a text could not be sent')
}

function nameError(error: unknown): string {
  if (error instanceof TextUnsendable) return error.message
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
