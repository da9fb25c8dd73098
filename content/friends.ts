/**
 * As long as nobody real is named here, both kinds of pages say so. An operator who puts in its own
 * takes these away.
 */
export const sampleContentNotes = {
  stories:
    'To read, not to watch. Stories written for this shop’s demonstration; the operator puts ' +
    'its guests’ own words here.',
  friends: 'Friends written for this shop’s demonstration; the operator puts its own here.',
} as const

/** How each look speaks above its guests' words and its friends' names. */
export const guestIntroductions = {
  '1': {
    lede:
      'We ask everybody the same thing on the way back to the desk: what did you see? Some ' +
      'answers are too good for a card.',
    description:
      'Guests on what they saw over the city, what they were afraid of, and what they would do ' +
      'again: whole conversations.',
  },
  '2': {
    lede: 'Back on the ground people talk faster than usual, and longer than fits on a card.',
    description:
      'What people say when they step off the aircraft with salt in their hair: whole conversations.',
  },
} as const

export const friends = {
  '1': {
    lede:
      'The best advertisement is a person at a breakfast table pointing upward. These people do ' +
      'it for a living, one way or another.',
    end: 'Write two lines about your place. We come by and have a look; bring coffee.',
    description:
      'Hotels, guides and schools whose guests fly with us: who they are, what they get for ' +
      'it, and how to become one.',
  },
  '2': {
    lede:
      'Divers, innkeepers, people with a boat and an opinion. They send us somebody, and ' +
      'somebody comes back with a color they had no word for.',
    end: 'Tell us who you are and what your guests are like. We will come over, probably around lunch.',
    description:
      'Guest houses, dive clubs and other good company on the coast: who sends us their ' +
      'guests, and what they get for it.',
  },
} as const
