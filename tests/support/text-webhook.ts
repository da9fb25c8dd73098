import { signAsProvider, TEXT_SIGNATURE } from '#api/gateways/text-signature.ts'
import { textTokens } from '#api/gateways/texter.ts'
import { type Settings } from '#settings/settings.ts'
import { type CallOptions } from './test-api.ts'

/** A call of the provider of texts, with the signature that it makes for our public address. */
export async function signedTextWebhook(
  settings: Settings,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<CallOptions> {
  const signature = await signAsProvider(textTokens(settings)[0], `${settings.publicUrl}${path}`, fields)
  return textWebhook(fields, signature)
}

export const textWebhook = (
  fields: Readonly<Record<string, string>>,
  signature: string,
): CallOptions & { body: string } => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', [TEXT_SIGNATURE]: signature },
})
