import { type Suite } from '../suite.ts'
import { doorsPromises } from './doors.ts'
import { giftsPromises } from './gifts.ts'
import { moneyPromises } from './money.ts'
import { screensPromises } from './screens.ts'
import { seatsPromises } from './seats.ts'
import { wirePromises } from './wire.ts'

/** What pages, mails, documents and the wire say is what happens. */
export const whatTheShopSays: Suite = {
  name: 'what-the-shop-says',
  about: 'What pages, mails, documents and the wire say is what happens.',
  promises: [
    ...giftsPromises,
    ...moneyPromises,
    ...screensPromises,
    ...wirePromises,
    ...seatsPromises,
    ...doorsPromises,
  ],
}
