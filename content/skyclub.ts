/** What the page of the membership says, in each brand's voice. */
export const skyclubPages = {
  '1': {
    eyebrow: 'SkyClub membership',
    headline: 'The city, as often as you like.',
    lede:
      'One yearly price, and every flight costs you a fifth less: yours, and everybody’s you ' +
      'bring along.',
    why: 'For people who come back for the light.',
    reasons: [
      {
        title: 'Every flight',
        text: 'Seats and whole aircraft, sunsets and focus flights too. No dates left out.',
      },
      { title: 'Everybody with you', text: 'The member books, the whole party flies at the member’s price.' },
      {
        title: 'Both coasts',
        text: 'It holds with our sister brand as well: Manhattan, Miami, Los Angeles.',
      },
      {
        title: 'Yours to stop',
        text: 'One button in your account. It runs to the end of the year you paid for.',
      },
    ],
  },
  '2': {
    eyebrow: 'SkyClub membership',
    headline: 'Make a habit of the coast.',
    lede: 'Join once a year. Then every time you go up, alone or with the whole boat, it costs a fifth less.',
    why: 'For people who know when the water turns.',
    reasons: [
      {
        title: 'Any flight, any hour',
        text: 'Mornings, sunsets, midnight over the lights. No dates left out.',
      },
      { title: 'The whole crew', text: 'You book, and everybody on board flies at your price.' },
      { title: 'Here and up north', text: 'It holds with our sister brand too, Miami to Manhattan.' },
      {
        title: 'Easy to leave',
        text: 'One button in your account. It runs to the end of the year you paid for.',
      },
    ],
  },
} as const

export const skyclubQuestions = [
  {
    question: 'When am I charged?',
    answer:
      'When you join: on the payment page here, or right after your flight is booked when you ' +
      'join at the checkout. Then once a year on that day, until you stop it.',
  },
  {
    question: 'How do I stop it?',
    answer:
      'In your account, under Membership, with one button. You keep the price until the end of ' +
      'the year you paid for, and can change your mind until then.',
  },
  {
    question: 'Does it work with promo codes?',
    answer:
      'One price at a time: the better of the two counts by itself. Gift cards, vouchers and ' +
      'account credit pay as ever.',
  },
  {
    question: 'What if my card is declined?',
    answer:
      'A flight you booked stays booked at the price you paid. We tell you, and you can pay ' +
      'the membership with another card.',
  },
] as const
