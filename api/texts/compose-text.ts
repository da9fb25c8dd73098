import { type ApiDeps } from '../deps.ts'
import { type OutgoingText } from '../gateways/texter.ts'
import { countSegments, MOST_SEGMENTS, toGsm } from '../rules/texts/segments.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { findTextDeclaration, type TextRow } from '../store/texts/queue-text.ts'
import { readTextSender } from '../store/texts/text-sender.ts'

/** Why a text cannot be sent, in words without anything of a person. */
export class TextUnsendable extends Error {}

/** How its owner ends texts, after every one. */
const END = 'Reply STOP to end.'

/**
 * Composes a queued text from the present data; undefined when nothing is left to say.
 *
 * @throws when its kind or what it is about is gone, its brand has no sender any more, or it is too
 *   long
 */
export async function composeText(deps: ApiDeps, text: TextRow): Promise<OutgoingText | undefined> {
  const { database, settings } = deps
  const declaration = findTextDeclaration(text.kind)
  if (!declaration) throw new TextUnsendable(`There are no words for texts of kind ${text.kind}`)
  const from = await readTextSender(database.db, settings, text.brandId)
  if (from === undefined) throw new TextUnsendable(`The brand of text ${String(text.id)} has no sender`)
  const brand = await readMailBrand(database.db, settings, text.brandId)
  const words = await declaration.write(deps, text, brand)
  if (words === undefined) return undefined
  const body = toGsm(`${brand.name}: ${words} ${END}`)
  if (countSegments(body) > MOST_SEGMENTS) throw new TextUnsendable(`Text ${String(text.id)} is too long`)
  return { from, to: text.to, body, statusUrl: statusUrl(settings, text.id) }
}

/** Where the provider tells what became of a text. The address is signed, so its number is ours. */
const statusUrl = ({ publicUrl }: ApiDeps['settings'], textId: number): string =>
  `${publicUrl}/v1/twilio/statuses?text=${String(textId)}`
