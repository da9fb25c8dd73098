import { type ShopBrand } from '../brand.ts'

export const tidewaterHeli: ShopBrand = {
  id: 2,
  facts: {
    name: 'Tidewater Heli',
    slug: 'tidewater-heli',
    tagline: 'The coast, from a little higher up.',
    timeZone: 'America/New_York',
    phone: '(305) 555-0168',
    email: 'hello@tidewaterheli.example',
    mailFrom: 'Tidewater Heli <tickets@tidewaterheli.example>',
    legalName: 'Tidewater Heli, LLC',
    legalAddress: '14200 NW 42nd Avenue, Opa-locka, FL 33054',
  },
  demoHost: 'tidewater.localhost',
  face: 'outfit',
  coastal: true,
  pictures: {
    front: { place: 'miami', light: 'day' },
    club: { place: 'miami', light: 'day' },
    account: { place: 'miami', mood: 'night' },
    share: 'miami',
    plain: 'miami',
  },
  mails: {
    canvas: '#F4FAFA',
    surface: '#FFFFFF',
    ink: '#0B2230',
    inkMuted: '#3F5662',
    line: '#CFE0E2',
    primary: '#00667A',
    onPrimary: '#FFFFFF',
    link: '#005B6E',
    dark: {
      canvas: '#06161D',
      surface: '#0D222B',
      ink: '#EAF6F6',
      inkMuted: '#B4CACF',
      line: '#1D3742',
      primary: '#5FD4E0',
      onPrimary: '#00262D',
      link: '#7FDCE6',
    },
  },
  texts: {
    front: {
      eyebrow: 'Miami, from Opa-locka',
      headline: 'See the whole coast in half an hour.',
      lede: 'Down the beach, around Key Biscayne, home over the bay.',
      flight: 'miami-coastline',
    },
    gift: {
      title: 'Give somebody the ocean',
      summary:
        'A seat over the beach and the bay for somebody you like. Pick the flight, they pick the ' +
        'day. The card is good for nine years.',
      lede:
        'Sand gets everywhere. This only gets as far as their inbox, and then it waits for a clear ' +
        'morning.',
    },
    giftFinder: {
      title: 'Who are you treating?',
      summary:
        'A grandmother, a best friend, the person you are about to propose to: tell us who and ' +
        'how much, and we pick the flights over the coast that suit.',
      lede: 'Tell us a little about them. Skip what you do not know yet; the ocean is forgiving.',
    },
    skyclub: {
      eyebrow: 'SkyClub membership',
      headline: 'Make a habit of the coast.',
      lede:
        'Join once a year. Then every time you go up, alone or with the whole boat, it costs a ' +
        'fifth less.',
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
    guests: {
      lede: 'Back on the ground people talk faster than usual, and longer than fits on a card.',
      description:
        'What people say when they step off the aircraft with salt in their hair: whole conversations.',
    },
    friends: {
      lede:
        'Divers, innkeepers, people with a boat and an opinion. They send us somebody, and ' +
        'somebody comes back with a color they had no word for.',
      end: 'Tell us who you are and what your guests are like. We will come over, probably around lunch.',
      description:
        'Guest houses, dive clubs and other good company on the coast: who sends us their ' +
        'guests, and what they get for it.',
    },
  },
}
