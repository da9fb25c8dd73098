import { type products } from '../schema/catalogue.ts'
import { FOUR_SEAT, HOUSE, OPA_LOCKA, SIX_SEAT, TIDEWATER_HELI, VAN_NUYS } from './demo-places.ts'

type NewProduct = Omit<typeof products.$inferInsert, 'publishStatus' | 'availability'>

export const coastProducts: NewProduct[] = [
  {
    id: 8,
    brandId: HOUSE,
    name: 'Miami Coastline',
    subtitle: 'Thirty minutes of turquoise, pastel and sand.',
    slug: 'miami-coastline',
    description:
      'Out to the inlet, then south with the beach on one side and the bay on the other. The ' +
      'water is so clear that you can follow the sandbars, and sometimes a ray.',
    enableBnsl: true,
    seatPriceCents: 24900,
    flightPriceCents: 144900,
    aircraftTypeId: SIX_SEAT,
    departureTerminalId: OPA_LOCKA,
    arrivalTerminalId: OPA_LOCKA,
    flightDurationMins: 30,
    durationLabel: '30 minutes',
    place: 'miami',
    routeMap: 'miami',
    routeStops: [
      { name: 'Haulover Inlet', description: 'Boats nose to tail, and the first blue.', minute: 6 },
      { name: 'Mid Beach', description: 'Hotels like a row of cakes.', minute: 10 },
      { name: 'South Beach', description: 'Ocean Drive, low and slow.', minute: 14 },
      { name: 'Key Biscayne', description: 'The lighthouse at the very end.', minute: 19 },
      { name: 'Downtown', description: 'Between the towers and the cruise ships, and home.', minute: 24 },
    ],
    included: ['A window seat for everyone', 'Headset with the pilot’s voice', 'Free parking at the door'],
    position: 6,
  },
  {
    id: 9,
    brandId: HOUSE,
    name: 'Los Angeles Lights',
    subtitle: 'Downtown, the hills and the coast road after dark.',
    slug: 'los-angeles-lights',
    description:
      'The valley falls away behind you, the sign slides past, and then the grid goes on to ' +
      'the horizon. The last flight leaves a quarter of an hour before midnight.',
    enableBnsl: true,
    seatPriceCents: 28900,
    flightPriceCents: 108900,
    aircraftTypeId: FOUR_SEAT,
    departureTerminalId: VAN_NUYS,
    arrivalTerminalId: VAN_NUYS,
    flightDurationMins: 35,
    durationLabel: '35 minutes',
    place: 'losangeles',
    routeMap: 'losangeles',
    routeStops: [
      { name: 'The Sign', description: 'Nine letters on a dark hill.', minute: 7 },
      { name: 'Observatory', description: 'White domes over the city.', minute: 9 },
      { name: 'Downtown', description: 'The towers from just above their roofs.', minute: 14 },
      { name: 'Beverly Hills', description: 'Pools lit like lanterns.', minute: 21 },
      { name: 'The Pier', description: 'The wheel on the water, then home along the coast.', minute: 26 },
    ],
    included: ['A window seat for everyone', 'Headset with the pilot’s voice', 'Free parking at the door'],
    tagList: ['night'],
    position: 4,
  },
  {
    id: 12,
    brandId: TIDEWATER_HELI,
    name: 'Lighthouse & Keys',
    subtitle: 'Forty minutes south, to where the road becomes bridges.',
    slug: 'lighthouse-and-keys',
    description:
      'A small aircraft, a long shore and no hurry. We follow the bay to the lighthouse, look ' +
      'down on the stilt houses standing in the sea, and turn where the first keys begin.',
    enableBnsl: true,
    seatPriceCents: 26900,
    flightPriceCents: 98900,
    aircraftTypeId: FOUR_SEAT,
    departureTerminalId: OPA_LOCKA,
    arrivalTerminalId: OPA_LOCKA,
    flightDurationMins: 40,
    durationLabel: '40 minutes',
    place: 'miami',
    routeMap: 'miami',
    routeStops: [
      { name: 'Haulover Inlet', description: 'Out over the surf line.', minute: 6 },
      { name: 'Mid Beach', description: 'The long straight of sand.', minute: 10 },
      { name: 'South Beach', description: 'Colours and umbrellas.', minute: 13 },
      { name: 'Key Biscayne', description: 'The lighthouse, and houses on stilts in the sea.', minute: 19 },
      { name: 'Downtown', description: 'Back over the bay with the skyline ahead.', minute: 32 },
    ],
    included: ['Doors on or off, as you like', 'Headset with the pilot’s voice', 'Free parking at the door'],
    tagList: ['doors_off'],
    position: 7,
  },
]
