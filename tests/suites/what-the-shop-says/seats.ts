import { type AcceptanceCriterion } from '../suite.ts'

/** Seats and weights are counted once. */
export const seatsCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion: 'Staff and pilots find the way to their pages from their account.',
    tests: {
      'tests/pages/ways-to-staff-pages.test.ts': [
        'staff and admins find a link to the staff pages in their account',
        'a pilot finds their flights from the account, and the staff address redirects there',
      ],
    },
  },
  {
    criterion: 'A payment link and its mail name flight, date, time, people and lines.',
    tests: {
      'tests/pages/staff-payment-link.test.ts': [
        'a phone sale holds the seats for two hours and mails a payment link',
        'a payment link that is opened again does not ask for a second payment',
      ],
      'tests/pages/staff-reschedule.test.ts': [
        'a mailed link holds the new seats and reschedules the flight once the customer pays',
      ],
    },
  },
  {
    criterion: 'Staff read what partial-r and partial-p mean beside the short forms.',
    tests: {
      'app/orders/order-status.test.tsx': [
        'staff read the meaning of partial-r and partial-p beside the short forms',
      ],
    },
  },
  {
    criterion:
      'Where some of a party’s seats come back, the desk, the customer and the wire say who ' +
      'stays home, and everything counts the same people; staff correct a name or a weight ' +
      'until the flight leaves',
    tests: {
      'api/payments/routes/party-parts.test.ts': [
        'it answers 422 without the names of those who stay home when names are known, and refunds nothing',
        'it removes the passenger from manifest, seats, weight, links and check-in together',
        'it needs no names when no passenger has a name: the last ones of the booking stay home',
        'it returns both seats of a passenger on two, and leaves none to others who need it',
        'the customer sees the party, and only the seats of those who stay home end',
        'upgrades that nobody is left for are refunded',
        'staff may cancel as well, with an amount of their own',
        'they correct name and weight, and the aircraft’s weight follows',
        'they can no longer correct after the flight has left',
        'counts nobody out whose seat is sold, but who does not come of an aircraft bought whole',
      ],
      'tests/pages/partial-cancellation.test.ts': [
        'a staff refund asks who stays home and previews it, and the manifest follows',
        'staff cancel for one of three passengers, and the others fly',
        'a buyer chooses who stays home, sees the refund and cancels only those seats',
        'a single passenger is not asked who stays home',
        'staff correct a name and a weight in the manifest, and invalid ones are refused',
      ],
    },
  },
  {
    criterion:
      'Nobody buys a seat on a flight that is closed, gone or too heavy; a flight leaves ' +
      'complete and at its time, or with a reason of the staff’s that stands in the audit',
    tests: {
      'api/catalogue/routes/closed-flights.test.ts': [
        'by shoppers once the shop’s sales have ended, while staff sell until departure',
        'by staff once their own sales have ended, to the minute',
        'on a flight that is %s before its time',
        'on a cancelled departure',
        'can be paid while they are held, also after sales have ended',
        'cannot be held again once sales have ended',
        'cannot be paid once the flight has left, by card, at the counter or by a mailed link',
        'get money refunded that arrives after the flight has left',
        'cannot be paid on an aircraft that has become too heavy',
        'are held for two hours in phone orders, but not beyond departure',
      ],
      'api/rules/seats/sale-obstacle.test.ts': [
        'may be paid while they are held, also after the end of sales',
        'may not be paid on a cancelled departure, however much time is left',
        'may not be paid on a flight that has %s',
        'may not be paid from the flight’s time on, also while a payment is open',
        'whose hold expired may be paid until the end of sales, unless a payment is open',
        'may not be paid on an aircraft that other passengers made too heavy',
      ],
      'api/flights/routes/flight-departures.test.ts': [
        'a pilot lets a complete flight leave at its time',
        'a flight without pilot, check-in, weights or waivers cannot leave',
        'a flight whose passengers weigh more than its aircraft may carry cannot leave',
        'only staff let an incomplete flight leave, with a reason in the audit log',
        'a flight leaves early only with a reason, which a pilot may give for a complete flight',
      ],
      'tests/pages/staff-flights.test.ts': [
        'a flight boards, departs and lands in this order, and then takes its photo',
        'before departure the page lists what a flight lacks and requires a reason',
      ],
    },
  },
  {
    criterion:
      'Whatever happened, manifests, seats, passengers and order lines count the same people ' +
      'and the same pounds',
    tests: {
      'api/seats/seats-match.test.ts': [
        'manifests, seats, passengers and order lines agree after any history of changes',
      ],
      'api/rules/seats/seat-party.test.ts': [
        'the plan seats everybody once, and every seat of the party has one passenger or is empty',
        'the plan gives a second seat to passengers who need it, and spare single seats to the others',
        'the plan divides a party over its aircraft by weight and keeps known assignments',
      ],
      'api/passengers/routes/boarding.test.ts': [
        'a party on two aircraft is planned apart, may check in on either, and never exceeds its seats there',
      ],
    },
  },
  {
    criterion:
      'A pilot cannot be in New York at noon and in Miami at one: clashes know places, ' +
      'durations and turnaround.',
    tests: {
      'api/flights/rules/pilot-clash.test.ts': [
        'refuses New York at noon and Miami at one to one pilot',
        'counts the transfer across the river from where the first flight ends',
      ],
      'api/flights/routes/pilot-places.test.ts': [
        'cannot be assigned New York at noon and Miami at one, in either order',
        'can take the next flight from the same place exactly after the turnaround',
        'cannot be made late by a longer turnaround of the aircraft',
      ],
    },
  },
  {
    criterion: 'An order that waits for an answer after a cancelled departure says so everywhere.',
    tests: {
      'tests/pages/waiting-for-answer.test.ts': [
        'every page of the buyer shows “waiting for your answer” and nowhere “paid”',
        'staff find the order in the list of waiting ones and see who can choose',
      ],
      'api/disruptions/routes/rebooking-offers-for-callers.test.ts': [
        'it waits for an answer, for buyer and staff, until its buyer has chosen',
        'it waits for an answer from the moment of the cancellation, before its offer exists',
      ],
    },
  },
  {
    criterion: 'Staff choose for a caller, and the audit keeps who chose what.',
    tests: {
      'tests/pages/waiting-for-answer.test.ts': [
        'staff choose another time from the order, and the order names the choice',
      ],
      'api/disruptions/routes/rebooking-offers-for-callers.test.ts': [
        'they choose another departure once, and the audit log names who chose it',
        'the buyer, a stranger and a pilot cannot choose in their place',
      ],
    },
  },
]
