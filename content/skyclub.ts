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
