import { type Settings } from '#settings/settings.ts'

/** One text to a phone. Numbers are in E.164. */
export interface OutgoingText {
  /** A number, or a messaging service of the provider. */
  from: string
  to: string
  body: string
  /** Where the provider tells what became of it. */
  statusUrl: string
}

export interface Texter {
  /**
   * @returns the provider's id
   * @throws when the provider did not accept the text, or did not answer; `readTextRefusal` tells
   *   which
   */
  send(text: OutgoingText): Promise<string>
  /**
   * The provider's id of such a text that it accepted since: for a text whose answer was lost,
   * because the provider knows no idempotency keys.
   */
  find(text: OutgoingText, since: Date): Promise<string | undefined>
}

/** An answer of the provider that it did not accept a text. */
export interface TextRefusal {
  /** The HTTP status of the answer. */
  status: number
  /** The provider's code, which says why; null when it gave none. */
  code: number | null
}

/**
 * Reads an answer of the provider from an error; undefined when there was none, so that the text may
 * have been accepted. The provider's own words contain the number and go nowhere.
 */
export function readTextRefusal(error: unknown): TextRefusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { status, code } = error as Error & Record<string, unknown>
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  return { status, code: typeof code === 'number' ? code : null }
}

/** Who takes the texts: the provider, the sandbox's phone, or nobody. */
export type TextWay = 'provider' | 'test phone' | 'none'

export function getTextWay({ texts, payments, smtpUrl }: Settings): TextWay {
  if (texts.account) return 'provider'
  return payments === 'sandbox' || !smtpUrl ? 'test phone' : 'none'
}

/** Any of these signs what the provider, or the test phone, tells us; the first does by itself. */
export function textTokens({ texts: { account }, secrets }: Settings): [string, ...string[]] {
  if (account) return [account.authToken, ...(account.otherAuthTokens ?? [])]
  const [newest, ...others] = secrets.webhook
  return [`test phone ${newest.secret}`, ...others.map(({ secret }) => `test phone ${secret}`)]
}

/** A brand's sender; undefined where the brand sends no texts. */
export function findTextSender(settings: Settings, brand: { id: number; slug: string }): string | undefined {
  const way = getTextWay(settings)
  if (way === 'provider') return settings.texts.account?.senders.get(brand.slug)
  // The numbers from 555-0100 to 555-0199 belong to nobody.
  return way === 'test phone' ? `+1201555${String(100 + (brand.id % 100)).padStart(4, '0')}` : undefined
}
