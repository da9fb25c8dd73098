import { type ShopBrand } from '../brand.ts'

export const loftAndRotor: ShopBrand = {
  id: 1,
  facts: {
    name: 'Loft & Rotor',
    slug: 'loft-and-rotor',
    tagline: 'Scenic helicopter flights over New York.',
    timeZone: 'America/New_York',
    phone: '(201) 555-0142',
    email: 'hello@loftandrotor.example',
    mailFrom: 'Loft & Rotor <tickets@loftandrotor.example>',
    legalName: 'Loft & Rotor Air Tours, Inc.',
    legalAddress: '90 Fish House Road, Kearny, NJ 07032',
  },
  face: 'fraunces',
  coastal: false,
  pictures: {
    front: { place: 'manhattan', light: 'sunset', dark: { place: 'liberty', mood: 'night' } },
    club: { place: 'manhattan', light: 'sunset' },
    account: { place: 'doorsoff', mood: 'sunset' },
    share: 'manhattan',
    plain: 'liberty',
  },
  mails: {
    canvas: '#FBF8F3',
    surface: '#FFFFFF',
    ink: '#161B2E',
    inkMuted: '#4A5169',
    line: '#DDD5C7',
    primary: '#A63A12',
    onPrimary: '#FFFFFF',
    link: '#8F3410',
    dark: {
      canvas: '#0E1220',
      surface: '#171C2E',
      ink: '#F5F1EA',
      inkMuted: '#C2C4D0',
      line: '#2B3148',
      primary: '#FFB27A',
      onPrimary: '#2A1000',
      link: '#FFB891',
    },
  },
  texts: {
    front: {
      eyebrow: 'Kearny Heliport to Manhattan and back',
      headline: 'Manhattan, with the doors off.',
      lede: 'Twenty-five minutes over the harbor, the bridges and the Park.',
      flight: 'the-new-yorker',
    },
    gift: {
      title: 'Give somebody the city',
      summary:
        'A seat above the harbor for whoever you have in mind. You choose the flight, they ' +
        'choose the day, and the card keeps for nine years.',
      lede: 'A helicopter does not fit in an envelope. A card does, and it keeps until the right Saturday.',
    },
    giftFinder: {
      title: 'Find the right flight to give',
      summary:
        'Say who it is for, how many fly, what it may cost and what the day should be like. We ' +
        'show the gift cards that fit, each at its whole price.',
      lede: 'You know the person, we know the flights. Four questions, and you may leave any of them open.',
    },
    skyclub: {
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
        {
          title: 'Everybody with you',
          text: 'The member books, the whole party flies at the member’s price.',
        },
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
    guests: {
      lede:
        'We ask everybody the same thing on the way back to the desk: what did you see? Some ' +
        'answers are too good for a card.',
      description:
        'Guests on what they saw over the city, what they were afraid of, and what they would do ' +
        'again: whole conversations.',
    },
    friends: {
      lede:
        'The best advertisement is a person at a breakfast table pointing upward. These people do ' +
        'it for a living, one way or another.',
      end: 'Write two lines about your place. We come by and have a look; bring coffee.',
      description:
        'Hotels, guides and schools whose guests fly with us: who they are, what they get for ' +
        'it, and how to become one.',
    },
  },
}
