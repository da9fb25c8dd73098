/** The two kinds of pages that sell one flight: their addresses, and the texts of their lists. */
export const LANDING_WORDS = {
  perspective: {
    path: 'get-new-perspective',
    title: 'A new perspective',
    lede: 'The same places you know from below, and what becomes of them from above. Choose a flight.',
    summary:
      'Places you know from the street, and what becomes of them from a helicopter: one page ' +
      'for each flight.',
  },
  peek: {
    path: 'peek-inside-flight',
    title: 'A peek inside each flight',
    lede: 'What happens in which minute, who sits where, what you wear. Choose a flight.',
    summary:
      'Each flight from the inside, minute by minute: the cabin, the route, what you wear and ' +
      'what passes the window.',
  },
} as const
