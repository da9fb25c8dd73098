/** The steps of a gift, in order. */
export const giftSteps = [
  { title: 'You choose the flight', text: 'One card is one seat on it, at the price of today.' },
  { title: 'You choose the moment', text: 'By mail at once, by mail on a day you name, or printed at home.' },
  { title: 'They choose the day', text: 'They type the code, pick a departure, and the seat is paid.' },
  {
    title: 'Nothing runs out',
    text: 'Nine years, no fees for keeping it, and it never shrinks when prices grow.',
  },
] as const
