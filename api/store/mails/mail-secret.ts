import { type mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { unseal } from '../../gateways/sealed-text.ts'

/** What a mail's secret is sealed for. */
export const MAIL_SECRET_USE = 'mail'

/** The link or token that a mail carries. @throws when it carries none */
export function openMailSecret(
  { settings }: Pick<ApiDeps, 'settings'>,
  { id, sealed }: Pick<typeof mails.$inferSelect, 'id' | 'sealed'>,
): string {
  if (!sealed) throw new Error(`Mail ${String(id)} needs a link but carries none`)
  return unseal(settings.secrets.code, MAIL_SECRET_USE, sealed)
}
