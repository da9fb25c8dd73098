import { orders } from '../db/schema/orders.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { giftPurchaseMail } from '../gifts/gift-purchase-mail.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { readTicket } from './read-mailed-order.ts'
import { composeTicketMail } from './ticket-mail.ts'

/** Confirms a paid order: the ticket of a flight, or the codes of gift cards. */
export const orderConfirmationMail = declareMail({
  kind: 'order_confirmation',
  about: orders,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: (deps, mail) => readTicket(deps, mail, createCodeVault(deps.settings.secrets.code)),
  compose: ({ order, missing }, brand, { createdAt: now }) =>
    order.kind === 'gift_cards'
      ? giftPurchaseMail(order, brand)
      : composeTicketMail(order, brand, { now, title: 'Your flight is booked', missing }),
})
