import { eq } from 'drizzle-orm'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { flightInWords } from '../store/texts/flight-in-words.ts'
import { declareText, textSubjectIdOf } from '../store/texts/queue-text.ts'
import { readRebookingOffer } from './read-rebooking-offer.ts'
import { openRebookingToken, rebookingLink } from './rebooking-offer-token.ts'

const REASONS = {
  weather: 'because of the weather',
  technical: 'for a technical reason',
  too_few_passengers: 'because too few have booked it',
  other: '',
} as const

/** Tells that the departure is cancelled, with the link to choose what the customer may have instead. */
export const departureCancelledText = declareText({
  kind: 'called_off',
  about: rebookingOffers,
  repeatable: true,
  load: async (deps, text, brand) => {
    const [row] = await deps.database.db
      .select()
      .from(rebookingOffers)
      .where(eq(rebookingOffers.id, textSubjectIdOf(text)))
    if (!row) throw new Error(`The offer of text ${String(text.id)} is gone`)
    const token = openRebookingToken(deps.settings.secrets.code, row)
    const found = await readRebookingOffer(deps, token)
    if (!found.ok || found.offer.state !== 'open') return undefined
    return { offer: found.offer, link: `${brand.origin}${rebookingLink(token)}` }
  },
  compose: ({ offer: { flight, reason }, link }, { phone }) => {
    const why = REASONS[reason]
    const off = `we are sorry, ${flightInWords(flight)} is called off${why === '' ? '' : ` ${why}`}.`
    return `${off} Choose another flight or your money's worth: ${link} Questions? ${phone}`
  },
})
