import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks.js'

/** The header with the provider's signature. */
export const TEXT_SIGNATURE = 'x-twilio-signature'

/**
 * Whether the provider sent these fields to this address. The signature covers both, but no time: an
 * old request is recognised by the id of its text.
 */
export const isSignedByProvider = (
  token: string,
  { signature, url, fields }: { signature: string; url: string; fields: Readonly<Record<string, string>> },
): boolean => signature !== '' && validateRequest(token, signature, url, fields)

/** The signature as the provider makes it, for the test phone. */
export const signAsProvider = (
  token: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string => getExpectedTwilioSignature(token, url, fields)
