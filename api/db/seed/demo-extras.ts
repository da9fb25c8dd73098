import { type fees, type upgrades } from '../schema/catalogue.ts'

/** One upgrade of every kind the shop can sell. */
export const demoUpgrades: (typeof upgrades.$inferInsert)[] = [
  {
    id: 1,
    name: 'Photo set',
    description: 'Edited frames from the fixed cameras, in your account after the flight; shared by two.',
    priceCents: 4900,
    goodForXPax: 2,
    position: 1,
  },
  {
    id: 2,
    name: 'Wrist camera',
    description:
      'It films from your wrist. Its memory card is handed to you at the desk; one for each passenger.',
    priceCents: 3500,
    goodForXPax: 1,
    position: 2,
  },
  {
    id: 3,
    name: 'Weather cover',
    description: 'Your money back instead of a new date when we cannot fly.',
    percentBps: 600,
    goodForXPax: 1,
    refundRight: true,
    position: 3,
  },
  {
    id: 4,
    name: 'A toast on landing',
    description: 'A quiet corner and a bottle for the whole party.',
    priceCents: 6500,
    goodForXPax: 0,
    question: 'What are you celebrating?',
    position: 4,
  },
  {
    id: 5,
    name: 'Glass of champagne',
    description: 'Poured at the heliport once you are back. As many glasses as you like.',
    priceCents: 1800,
    goodForXPax: -1,
    position: 5,
  },
  {
    id: 6,
    name: 'A word from the cockpit',
    description: 'Your pilot says it over the headsets, at the sight you like best.',
    priceCents: 2500,
    goodForXPax: 0,
    question: 'What should the pilot say?',
    position: 6,
  },
]

/** With these fees a seat of 229 costs 252: 8.05 + 3.50 per seat, and 5 % of the seats. */
export const demoFees: (typeof fees.$inferInsert)[] = [
  {
    id: 1,
    name: 'Heliport fee',
    description: 'What the heliport asks for each passenger.',
    priceCents: 805,
    perSeat: true,
    position: 1,
  },
  {
    id: 2,
    name: 'Landing permit',
    description: 'Charged with the date of the flight; a gift card pays it when it is redeemed.',
    priceCents: 350,
    perSeat: true,
    postponeUntilGiftCardRedemption: true,
    position: 2,
  },
  {
    id: 3,
    name: 'Fuel',
    description: 'A share of the seats that follows the price of fuel.',
    percentBps: 500,
    position: 3,
  },
]
