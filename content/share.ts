/**
 * What stands on the shared pictures of pages that are neither a flight, nor a post, nor a written
 * page: title, a note below it, place and light. Brand 2 shows its own coasts where a page has no
 * place of its own.
 */
export const sharePages = {
  product: ['All flights', 'Every scenic flight, with the whole price of a seat', 'manhattan', 'sunset'],
  blog: ['Notes from the pad', 'Weather, light, weights and water', 'jersey', 'dawn'],
  faq: ['Questions and answers', 'What people ask before they fly', 'liberty', 'day'],
  skyclub: ['SkyClub', 'Fly more often, for less', 'manhattan', 'night'],
  promises: ['Our promises, counted', 'Recounted every day, in public', 'liberty', 'dawn'],
  gift: ['Give somebody the sky', 'They pick the day. It keeps for nine years.', 'liberty', 'sunset'],
  'redeem-voucher': ['Redeem a gift or voucher', 'Type the code, choose the day', 'liberty', 'sunset'],
  'video-testimonials': ['In their words', 'Guests on what they saw', 'jersey', 'sunset'],
  affiliates: ['Friends who send guests', 'Hotels, guides and schools', 'manhattan', 'day'],
  'get-new-perspective': ['A new perspective', 'Places you know, from above', 'doorsoff', 'day'],
  'peek-inside-flight': ['A peek inside each flight', 'Minute by minute', 'doorsoff', 'dawn'],
  'terms-conditions': [
    'Terms & Conditions',
    'What you buy, and what happens when plans change',
    'jersey',
    'night',
  ],
  'membership-terms-and-conditions': ['Membership terms', 'What members agree to', 'manhattan', 'night'],
  'privacy-policy': ['Privacy', 'What we know about you, and for how long', 'liberty', 'night'],
  Disclaimed: ['Disclaimed', 'What pictures, maps and times promise', 'jersey', 'day'],
  contact: ['Write or call', 'Seven days, a person answers', 'liberty', 'day'],
  careers: ['Work with us', 'Pilots, hosts, and people who like mornings', 'jersey', 'dawn'],
  contest: ['The contest', 'What is drawn, and how to enter', 'manhattan', 'sunset'],
  survey: ['How was it?', 'Three minutes, and we read every line', 'liberty', 'sunset'],
  rentals: ['The whole aircraft', 'For films, photographs and occasions', 'doorsoff', 'sunset'],
  search: ['Find a flight', 'By day, by party, by light', 'manhattan', 'dawn'],
  'reschedule-flight': ['Move your flight', 'Plans change, and weather does not ask', 'jersey', 'dawn'],
  campaigns: ['What is on', 'Offers, draws and news', 'manhattan', 'day'],
  'campaigns/fly15': ['Fifteen percent closer to the sky', 'With the code FLY15', 'manhattan', 'sunset'],
  'campaigns/flights-starting-at-99-dollars': [
    'Flights that start small',
    'Ten minutes over the harbor',
    'liberty',
    'day',
  ],
  'campaigns/nycc-2-pass-giveaway': [
    'Names from the hat',
    'A prize drawn from those who enter',
    'manhattan',
    'night',
  ],
  'campaigns/nyon-elite-frequent-flyer-program': [
    'For those who come back',
    'The frequent flyer program',
    'manhattan',
    'dawn',
  ],
  'campaigns/subscribe-to-miami': ['Miami, by mail', 'Know first when it is clear', 'miami', 'sunset'],
} as const
