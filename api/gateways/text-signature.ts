/** The header with the provider's signature. */
export const TEXT_SIGNATURE = 'x-twilio-signature'

/** The provider's library takes memory that a shop without texts does not need. */
const loadSignatures = () => import('twilio/lib/webhooks/webhooks.js')

/**
 * Whether the provider sent these fields to this address. The signature covers both, but no time: an
 * old request is recognised by the id of its text.
 */
export async function isSignedByProvider(
  token: string,
  { signature, url, fields }: { signature: string; url: string; fields: Readonly<Record<string, string>> },
): Promise<boolean> {
  if (signature === '') return false
  const { validateRequest } = await loadSignatures()
  return validateRequest(token, signature, url, fields)
}

/** The signature as the provider makes it, for the test phone. */
export async function signAsProvider(
  token: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const { getExpectedTwilioSignature } = await loadSignatures()
  return getExpectedTwilioSignature(token, url, fields)
}
