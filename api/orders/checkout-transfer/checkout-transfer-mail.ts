import { checkoutTransfers } from '../../db/schema/checkout-transfers.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/**
 * The link that continues a booking on another device. It shows nothing typed or chosen, because
 * anybody can type an address.
 */
export const checkoutTransferMail = declareMail({
  kind: 'resume',
  about: checkoutTransfers,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
      subject: `Go on with your booking at ${brand.name}`,
      title: 'Go on where you left off',
      intro:
        'Open this mail on the device you would like to finish your booking on. What you chose and ' +
        'typed comes along.',
      action: 'Go on with your booking',
      notes: [
        'The link works once, for one day. Seats are not kept by it.',
        'You did not ask for this? Then somebody mistyped an address, and there is nothing to do.',
      ],
    }),
})
