import { type ApiDeps } from '../deps.ts'
import { textReplies } from '../db/schema/texts.ts'
import { textTokens } from '../gateways/texter.ts'
import { isSignedByProvider } from '../gateways/text-signature.ts'
import { toE164 } from '../rules/texts/phone-number.ts'
import { type ReplyWord, readReplyWord } from '../rules/texts/reply-words.ts'
import { isProviderStatus, toTextState } from '../rules/texts/text-failure.ts'
import { startNumber, stopNumber } from '../store/texts/text-numbers.ts'
import { findBrandOfSender } from '../store/texts/text-sender.ts'
import { settleText } from './settle-text.ts'

/** What the provider sent. */
export interface TextWebhook {
  /** Path and query of the called address. */
  path: string
  /** The exact bytes, which the signature covers as the fields they contain. */
  body: string
  signature: string
}

export type ReceivedTextWebhook = { ok: true } | { ok: false; reason: 'bad_signature' }

type Fields = Readonly<Record<string, string>>

/** The fields of a webhook; undefined when the provider did not sign them for this address. */
async function readSignedFields(
  deps: ApiDeps,
  { path, body, signature }: TextWebhook,
): Promise<Fields | undefined> {
  const fields = Object.fromEntries(new URLSearchParams(body))
  // The provider signs the address that it calls, which a proxy may hide from this process.
  const url = `${deps.settings.publicUrl}${path}`
  for (const token of textTokens(deps.settings))
    if (await isSignedByProvider(token, { signature, url, fields })) return fields
  deps.log.warn({ path: path.split('?')[0] }, 'a webhook of texts was refused')
  return undefined
}

/**
 * Receives an answer to a text. STOP ends all texts of the brand to that number, START allows them
 * again. An answer counts once, however often it is sent to us. The provider itself answers STOP,
 * START and HELP.
 */
export async function receiveTextReply(deps: ApiDeps, webhook: TextWebhook): Promise<ReceivedTextWebhook> {
  const fields = await readSignedFields(deps, webhook)
  if (!fields) return { ok: false, reason: 'bad_signature' }
  const {
    MessageSid: providerId = '',
    From: from = '',
    To: to = '',
    MessagingServiceSid: service = '',
  } = fields
  const { db } = deps.database
  const brandId = await findBrandOfSender(db, deps.settings, [to, service])
  const phone = toE164(from)
  if (brandId === undefined || phone === undefined || providerId === '') {
    deps.log.warn({ reply: providerId }, 'an answer to a text that is not ours')
    return { ok: true }
  }
  const word = readWord(fields)
  const now = deps.clock.now()
  await db.transaction(async (tx) => {
    const noted = await tx
      .insert(textReplies)
      .values({ providerId, brandId, word, receivedAt: now })
      .onConflictDoNothing()
      .returning({ word: textReplies.word })
    if (noted.length === 0) return
    if (word === 'stop') await stopNumber(tx, deps.settings, { brandId, phone }, now)
    if (word === 'start') await startNumber(tx, deps.settings, { brandId, phone })
  })
  return { ok: true }
}

/** The provider's own reading counts first: it has ended or allowed texts by it. */
function readWord({ OptOutType: type = '', Body: body = '' }: Fields): ReplyWord {
  const told = type.toLowerCase()
  return told === 'stop' || told === 'start' || told === 'help' ? told : readReplyWord(body)
}

/** Receives what became of a text. The address names it, so that this also works before its id is known. */
export async function receiveTextStatus(
  deps: ApiDeps,
  textId: number | undefined,
  webhook: TextWebhook,
): Promise<ReceivedTextWebhook> {
  const fields = await readSignedFields(deps, webhook)
  if (!fields) return { ok: false, reason: 'bad_signature' }
  const { MessageSid: providerId = '', MessageStatus: status = '', ErrorCode: code = '' } = fields
  if (textId === undefined || providerId === '' || !isProviderStatus(status)) return { ok: true }
  const outcome = {
    state: toTextState(status),
    providerId,
    code: /^\d{1,6}$/.test(code) ? Number(code) : null,
  }
  await settleText(deps, textId, outcome, deps.clock.now())
  return { ok: true }
}
