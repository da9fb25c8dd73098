import { eq } from 'drizzle-orm'
import { careMessages } from '../db/schema/care.ts'
import { creditCards } from '../db/schema/cards.ts'
import { plans } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { declareMail, type MailRow } from '../store/mails/queue-mail.ts'
import { composeCareMail, loadCare, type WantedCare } from '../store/care/compose-care-mail.ts'
import { findMembersCards } from './find-expiring-cards.ts'

/** Before the card that pays a membership ends, asks its owner to save another one. */
export const cardExpiringMail = declareMail({
  kind: 'card_expiring',
  about: careMessages,
  recipient: 'account holder',
  delivery: 'optional',
  repeatable: false,
  correcting: null,
  load: loadExpiring,
  compose: writeMail,
})

interface ExpiringCard {
  care: WantedCare
  card: { brand: string; last4: string; expMonth: number; expYear: number }
  plan: string
}

/** Undefined once the card was renewed or removed, or its membership ends. */
async function loadExpiring(deps: ApiDeps, mail: MailRow): Promise<ExpiringCard | undefined> {
  const care = await loadCare(deps, mail)
  const { creditCardId } = care?.message ?? {}
  if (!care || !creditCardId) return undefined
  const { db } = deps.database
  const [card] = await findMembersCards(db, eq(creditCards.id, creditCardId))
  if (!card || card.dueFor.getTime() !== care.message.dueFor.getTime()) return undefined
  const [plan] = await db.select({ name: plans.name }).from(plans).where(eq(plans.id, card.planId))
  return plan && { care, card, plan: plan.name }
}

function writeMail({ care, card, plan }: ExpiringCard, brand: MailBrand): ComposedMail {
  const { last4, expMonth, expYear } = card
  const name = `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} card that ends in ${last4}`
  const until = `${String(expMonth).padStart(2, '0')}/${String(expYear)}`
  return composeCareMail(brand, care, {
    subject: `The card of your ${plan} membership expires (${until})`,
    title: 'Your card ends soon',
    intro:
      `The ${name} is good until ${until}. ` +
      `Please save another one, so that your ${plan} membership goes on without a break.`,
    action: { label: 'Save another card', href: `${brand.origin}/account/cards` },
    notes: ['Your bank may have renewed it by itself; then nothing changes, and you need do nothing.'],
  })
}
