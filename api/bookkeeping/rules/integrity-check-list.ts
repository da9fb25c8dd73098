/** The subjects of integrity checks; the page has a section for each. */
export const integrityCheckSubjects = ['seats', 'money', 'messages'] as const
export type IntegrityCheckSubject = (typeof integrityCheckSubjects)[number]

/** A statement about the shop that is checked on its data, in words for every visitor. */
export interface IntegrityCheckText {
  subject: IntegrityCheckSubject
  /** What is counted; the check passes at 0. */
  statement: string
  /** What it means for buyers. */
  meaning: string
  /** What the shop does when it fails. */
  remedy: string
  /** True when the figure is an amount of money instead of a count. */
  isMoney?: true
}

/**
 * All integrity checks in the order they are shown. Each has a query of the same name in
 * `integrity-checks`.
 */
export const integrityCheckTexts = {
  seats_over_capacity: {
    subject: 'seats',
    statement: 'Flights over capacity',
    meaning: 'No flight has more people, or more weight, than its aircraft carries.',
    remedy: 'We call the last party that booked, and offer another seat or all of their money.',
  },
  paid_without_seat: {
    subject: 'seats',
    statement: 'Paid orders without a seat',
    meaning: 'Whoever has paid for a seat has that seat, on that flight.',
    remedy: 'We see the order by its number, and find the seats or give the money back.',
  },
  seats_without_order: {
    subject: 'seats',
    statement: 'Seats kept from you for nobody',
    meaning: 'A seat that looks taken was paid for, or somebody is paying for it right now.',
    remedy: 'We see which seats they are, and free them.',
  },
  seat_counters: {
    subject: 'seats',
    statement: 'Flights whose count is wrong',
    meaning: 'The seats left that you are shown are the seats left when everybody is counted again.',
    remedy: 'We count that flight again by hand and put the figure right.',
  },
  aircraft_twice: {
    subject: 'seats',
    statement: 'Aircraft due in two places',
    meaning: 'No aircraft is promised to two flights at the same time.',
    remedy: 'We see both flights, and give one of them another aircraft or another time.',
  },
  called_off: {
    subject: 'seats',
    statement: 'Called-off flights without a choice',
    meaning:
      'Whoever paid for a flight we called off has other seats, a voucher or the choice, within ten minutes.',
    remedy: 'We see who waits, and do by hand what they choose.',
  },
  ledger_balance: {
    subject: 'money',
    statement: 'Ledger out of balance',
    meaning: 'Every cent that came in is booked twice, and both sides agree.',
    remedy: 'We look at each entry by hand until they agree. No price and no refund waits for it.',
    isMoney: true,
  },
  provider_payments: {
    subject: 'money',
    statement: 'Card payments that match nothing',
    meaning: 'Every charge and every refund at our card processor is one of ours, to the cent.',
    remedy: 'We see the payment, and refund or book it by hand.',
  },
  payouts: {
    subject: 'money',
    statement: 'Payouts that do not add up',
    meaning:
      'What our card processor sends to the bank is made of payments and refunds that we know, to the cent.',
    remedy: 'We look up each movement by hand, and ask the processor about what is none of ours.',
  },
  orders_paid: {
    subject: 'money',
    statement: 'Orders paid wrongly',
    meaning:
      'An order was paid once or in the parts agreed with our staff, exactly what it cost, and its ' +
      'refunds are what was given back.',
    remedy:
      'We see the order, and give back what was paid too much. What was paid too little is our ' +
      'loss, not yours.',
  },
  owed_money: {
    subject: 'money',
    statement: 'Payments for nothing, kept',
    meaning: 'Money that came too late for its seats is on its way back within the hour.',
    remedy: 'We see the payment, and send it back by hand.',
  },
  tenders: {
    subject: 'money',
    statement: 'Gift cards, vouchers and credit stuck',
    meaning: 'A gift card pays once. What did not pay for anything is yours to use again.',
    remedy: 'We see which card or voucher it is, and give back what was kept.',
  },
  gift_purchases: {
    subject: 'money',
    statement: 'Gifts paid and not made',
    meaning: 'Who bought gift cards has them, and who was to get one on a day got it that day.',
    remedy: 'We see the order, make what is missing and write to the giver.',
  },
  code_limits: {
    subject: 'money',
    statement: 'Codes used too often',
    meaning: 'A code for the first hundred was used by a hundred.',
    remedy: 'Whoever booked with it keeps the price. We take the code away.',
  },
  merged_accounts: {
    subject: 'money',
    statement: 'Things left on an account put together with another',
    meaning: 'Whose two accounts became one has all of it there: flights, gifts, credit, membership.',
    remedy: 'We see what stayed behind, and move it by hand.',
  },
  mails_unsent: {
    subject: 'messages',
    statement: 'Mails unsent over 10 minutes',
    meaning: 'Tickets, receipts and refunds are in the mail within ten minutes.',
    remedy: 'We see which mail it is, send it again or call.',
  },
  mails_lost: {
    subject: 'messages',
    statement: 'Mails that came back and nobody looks after',
    meaning:
      'A ticket or a gift that does not arrive is put right by a person, and nobody gets news ' +
      'at an address that refused us.',
    remedy: 'We see which mail came back, put the address right, and send it again.',
  },
  provider_news: {
    subject: 'messages',
    statement: 'News of payments left lying',
    meaning: 'What our card processor tells us is acted on within the hour.',
    remedy: 'We ask the processor ourselves, and work it off by hand.',
  },
} as const satisfies Record<string, IntegrityCheckText>

export type IntegrityCheckName = keyof typeof integrityCheckTexts
export const integrityCheckNames = Object.keys(integrityCheckTexts) as IntegrityCheckName[]
