import { type Suite } from '../suite.ts'
import { doorsCriteria } from './doors.ts'
import { giftsCriteria } from './gifts.ts'
import { moneyCriteria } from './money.ts'
import { screensCriteria } from './screens.ts'
import { seatsCriteria } from './seats.ts'
import { wireCriteria } from './wire.ts'

/** Pages, mails, documents and `/v1` answers say what really happens. */
export const whatTheShopSays: Suite = {
  name: 'what-the-shop-says',
  about: 'What pages, mails, documents and the wire say is what happens.',
  criteria: [
    ...giftsCriteria,
    ...moneyCriteria,
    ...screensCriteria,
    ...wireCriteria,
    ...seatsCriteria,
    ...doorsCriteria,
  ],
}
