/** What the page for givers says in each look. */
export const giftPages = {
  '1': {
    title: 'Give somebody the city',
    summary:
      'A seat above the harbor for whoever you have in mind. You choose the flight, they ' +
      'choose the day, and the card keeps for nine years.',
    lede: 'A helicopter does not fit in an envelope. A card does, and it keeps until the right Saturday.',
  },
  '2': {
    title: 'Give somebody the ocean',
    summary:
      'A seat over the beach and the bay for somebody you like. Pick the flight, they pick the ' +
      'day. The card is good for nine years.',
    lede:
      'Sand gets everywhere. This only gets as far as their inbox, and then it waits for a clear ' +
      'morning.',
  },
} as const

/** How a gift goes, in order. */
export const giftSteps = [
  { title: 'You choose the flight', text: 'One card is one seat on it, at the price of today.' },
  { title: 'You choose the moment', text: 'By mail at once, by mail on a day you name, or printed at home.' },
  { title: 'They choose the day', text: 'They type the code, pick a departure, and the seat is paid.' },
  {
    title: 'Nothing runs out',
    text: 'Nine years, no fees for keeping it, and it never shrinks when prices grow.',
  },
] as const

/** What the finder of gifts says in each look. */
export const giftFinders = {
  '1': {
    title: 'Find the right flight to give',
    summary:
      'Say who it is for, how many fly, what it may cost and what the day should be like. We ' +
      'show the gift cards that fit, each at its whole price.',
    lede: 'You know the person, we know the flights. Four questions, and you may leave any of them open.',
  },
  '2': {
    title: 'Who are you treating?',
    summary:
      'A grandmother, a best friend, the person you are about to propose to: tell us who and ' +
      'how much, and we pick the flights over the coast that suit.',
    lede: 'Tell us a little about them. Skip what you do not know yet; the ocean is forgiving.',
  },
} as const
