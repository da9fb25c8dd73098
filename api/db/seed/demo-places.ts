import { shopBrands } from '#brands/index.ts'
import { loftAndRotor } from '#brands/loft-and-rotor/brand.ts'
import { tidewaterHeli } from '#brands/tidewater-heli/brand.ts'
import { type CabinRow } from '#contract/seating.ts'
import { type aircraft, type aircraftTypes, type terminals } from '../schema/catalogue.ts'
import { type brandHosts, type brands } from '../schema/brands.ts'

export const LOFT_AND_ROTOR = loftAndRotor.id
export const TIDEWATER_HELI = tidewaterHeli.id
export const HOUSE = 4

export const demoBrands: (typeof brands.$inferInsert)[] = [
  ...shopBrands.map(({ id, facts }) => ({ id, ...facts, productBrandIds: [id, HOUSE] })),
  {
    id: HOUSE,
    name: 'House',
    slug: 'house',
    tagline: 'Flights sold by both brands.',
    timeZone: 'America/New_York',
    phone: '(201) 555-0142',
    email: 'hello@loftandrotor.example',
    mailFrom: 'Loft & Rotor <tickets@loftandrotor.example>',
    legalName: 'Loft & Rotor Air Tours, Inc.',
    legalAddress: '90 Fish House Road, Kearny, NJ 07032',
    productBrandIds: [HOUSE],
  },
]

export const demoBrandHosts: (typeof brandHosts.$inferInsert)[] = shopBrands.flatMap(
  ({ id: brandId, demoHost: host }) => (host === undefined ? [] : [{ host, brandId }]),
)

export const KEARNY = 1
export const DOWNTOWN_MANHATTAN = 2
export const OPA_LOCKA = 3
export const VAN_NUYS = 4

export const demoTerminals: (typeof terminals.$inferInsert)[] = [
  {
    id: KEARNY,
    name: 'Kearny Heliport',
    subtitle: 'New Jersey',
    code: 'KRN',
    street: '90 Fish House Road',
    city: 'Kearny',
    state: 'NJ',
    zipCode: '07032',
    timezone: 'America/New_York',
    latitude: 40.7336,
    longitude: -74.1152,
    weatherStation: 'KEWR',
    directions: [
      'By car: Fish House Road, off Lincoln Highway (US 1 and 9 Truck). Parking is in front of the building.',
      'By train: PATH to Journal Square, then a taxi.',
    ],
  },
  {
    id: DOWNTOWN_MANHATTAN,
    name: 'Downtown Manhattan Heliport',
    subtitle: 'New York',
    code: 'JRB',
    street: '6 East River Piers',
    city: 'New York',
    state: 'NY',
    zipCode: '10004',
    timezone: 'America/New_York',
    latitude: 40.7012,
    longitude: -74.009,
    weatherStation: 'KLGA',
    directions: [
      'By subway: 1 to South Ferry, R or W to Whitehall Street, 4 or 5 to Bowling Green; then ' +
        'walk to Pier 6.',
      'By ferry: the Staten Island Ferry lands a few minutes’ walk away.',
      'By car: there is no parking on the pier.',
    ],
  },
  {
    id: OPA_LOCKA,
    name: 'Opa-locka Executive Airport',
    subtitle: 'Miami',
    code: 'OPF',
    street: '14201 NW 42nd Avenue',
    city: 'Opa-locka',
    state: 'FL',
    zipCode: '33054',
    airport: true,
    timezone: 'America/New_York',
    latitude: 25.9074,
    longitude: -80.2784,
    weatherStation: 'KOPF',
    directions: [
      'By car: NW 42nd Avenue, the west side of the airport. Parking is free.',
      'By train: Tri-Rail to Opa-locka, then a taxi.',
    ],
  },
  {
    id: VAN_NUYS,
    name: 'Van Nuys Airport',
    subtitle: 'Los Angeles',
    code: 'VNY',
    street: '16461 Sherman Way',
    city: 'Van Nuys',
    state: 'CA',
    zipCode: '91406',
    airport: true,
    timezone: 'America/Los_Angeles',
    latitude: 34.2098,
    longitude: -118.4899,
    weatherStation: 'KVNY',
    directions: [
      'By car: Sherman Way, then follow the signs to the terminals on the west side.',
      'By bus: the FlyAway bus from Los Angeles International stops at Van Nuys; then a taxi.',
    ],
  },
]

export const FOUR_SEAT = 1
export const SIX_SEAT = 2
export const FOUR_SEAT_EXECUTIVE = 3
export const FOUR_SEAT_CAMERA = 4

const cabinRow = (seats: CabinRow['seats'], facts: Partial<CabinRow>): CabinRow => ({
  seats,
  pilot: null,
  max_lbs: null,
  arm_in: null,
  ...facts,
})

/** One seat in front beside the pilot, and a bench of three. */
const fourSeatCabin = {
  cabinRows: [
    cabinRow(['left'], { pilot: 'right', max_lbs: 250, arm_in: 60 }),
    cabinRow(['left', 'centre', 'right'], { max_lbs: 725, arm_in: 98 }),
  ],
  sideLimitLbs: 560,
  sideDifferenceLbs: 250,
  pilotLbs: 180,
  frontSeatRule: '16 or older.',
  frontMinAge: 16,
}

/** Invented cabins; an operator enters those of the flight manual. */
export const demoAircraftTypes: (typeof aircraftTypes.$inferInsert)[] = [
  {
    id: FOUR_SEAT,
    name: '4-seat',
    maxPassengers: 4,
    maxWeightLbs: 900,
    category: 'doors_off',
    ...fourSeatCabin,
  },
  {
    id: SIX_SEAT,
    name: '6-seat',
    maxPassengers: 6,
    maxWeightLbs: 1350,
    category: 'doors_on',
    cabinRows: [
      cabinRow(['left'], { pilot: 'right', max_lbs: 250, arm_in: 62 }),
      cabinRow(['left', 'right'], { max_lbs: 500, arm_in: 95 }),
      cabinRow(['left', 'centre', 'right'], { max_lbs: 700, arm_in: 128 }),
    ],
    sideLimitLbs: 750,
    sideDifferenceLbs: 250,
    pilotLbs: 180,
    emptyWeightLbs: 2_850,
    emptyArmIn: 134,
    cgForwardIn: 116,
    cgAftIn: 134,
    frontMinAge: 16,
    frontSeatRule: '16 or older, and within 40 lb of the second row if possible.',
  },
  {
    id: FOUR_SEAT_EXECUTIVE,
    name: '4-seat executive',
    maxPassengers: 4,
    maxWeightLbs: 900,
    category: 'executive',
    ...fourSeatCabin,
  },
  {
    id: FOUR_SEAT_CAMERA,
    name: '4-seat with camera rails',
    maxPassengers: 4,
    maxWeightLbs: 900,
    category: 'doors_off',
    ...fourSeatCabin,
  },
]

/**
 * One aircraft of each type at each base that flies it, so that no two demo timetables want the
 * same one.
 */
export const demoAircraft: (typeof aircraft.$inferInsert)[] = [
  { id: 1, registration: 'N401LR', aircraftTypeId: FOUR_SEAT, terminalId: KEARNY },
  { id: 2, registration: 'N602LR', aircraftTypeId: SIX_SEAT, terminalId: KEARNY },
  { id: 3, registration: 'N403LR', aircraftTypeId: FOUR_SEAT_EXECUTIVE, terminalId: KEARNY },
  { id: 4, registration: 'N404LR', aircraftTypeId: FOUR_SEAT_CAMERA, terminalId: KEARNY },
  { id: 5, registration: 'N605LR', aircraftTypeId: SIX_SEAT, terminalId: DOWNTOWN_MANHATTAN },
  { id: 6, registration: 'N606TH', aircraftTypeId: SIX_SEAT, terminalId: OPA_LOCKA },
  { id: 7, registration: 'N407TH', aircraftTypeId: FOUR_SEAT, terminalId: OPA_LOCKA },
  { id: 8, registration: 'N408LA', aircraftTypeId: FOUR_SEAT, terminalId: VAN_NUYS },
]
