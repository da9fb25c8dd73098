/**
 * The products of a service that knows only the specification: records with the fields of section 3
 * and no others.
 */

export const terminals = [
  {
    ...{ id: 3, name: 'Harbor Heliport', subtitle: 'On the river', code: 'HRB', street: '6 Pier Road' },
    ...{ city: 'New York', state: 'NY', zip_code: '10004', airport: false, timezone: 'America/New_York' },
  },
]

export const fares = [
  { id: 31, product_id: 6, name: 'Harbor day', seat_price: 229, flight_price: 1198, giftable: true },
  { id: 32, product_id: 6, name: 'Harbor sunset', seat_price: 269, flight_price: 1398, giftable: true },
]

const product = {
  brand_id: 1,
  aircraft_type_id: 2,
  departure_terminal_id: 3,
  departure_terminal_name: 'Harbor Heliport',
  arrival_terminal_id: 3,
  arrival_terminal_name: 'Harbor Heliport',
  availability: 'available',
  publish_at: null,
  publish_until: null,
  publish_status: 'published',
  images: [],
  show_on_homepage: true,
}

export const products = [
  {
    ...product,
    ...{ id: 6, name: 'Harbor Classic', subtitle: 'The harbor and the bridges.', slug: 'harbor-classic' },
    ...{ enable_bnsl: true, seat_price: 229, flight_price: 1198, fare_id: 31 },
    ...{ flight_duration_mins: 15, duration_label: '15 minutes', tag_list: [], upgrade_ids: [71] },
    description: 'Out over the harbor, up the river and back.',
  },
  {
    ...product,
    ...{ id: 9, brand_id: 4, name: 'Statue Express', subtitle: 'Once around her.', slug: 'statue-express' },
    ...{ enable_bnsl: false, seat_price: 149, flight_price: null, fare_id: null },
    ...{ flight_duration_mins: 8, duration_label: '8 minutes', tag_list: ['off-peak'], upgrade_ids: [] },
    description: 'A short one for a lunch break.',
  },
  {
    ...product,
    ...{ id: 14, brand_id: 2, name: 'Beach Run', subtitle: 'Along the sand.', slug: 'miami-beach-run' },
    ...{ enable_bnsl: false, seat_price: 199, flight_price: null, fare_id: null },
    ...{ flight_duration_mins: 20, duration_label: '20 minutes', tag_list: [], upgrade_ids: [] },
    description: 'The whole beach and the bay.',
  },
]

const rule = {
  product_id: 6,
  departure_type: 'fixed',
  offset_in_mins: null,
  fare_id: 31,
  depart_at: null,
  seat_price: null as number | null,
  flight_price: null as number | null,
  departure_terminal_id: 3,
  arrival_terminal_id: 3,
  publish_at: null,
  publish_until: null,
  publish_status: 'published',
  tag_list: [] as string[],
}

/**
 * Each day has two departures at fixed times and one at sunset for the first product, and one for
 * the second. There are none on Mondays.
 */
export const schedule = [0, 1, 2, 3, 4, 5, 6].map((day) => {
  const first = 100 + day * 10
  const departures = [
    { ...rule, id: first + 1, day_of_week: day, time: '10:00', seat_price: 209, tag_list: ['off-peak'] },
    { ...rule, id: first + 2, day_of_week: day, time: '14:30' },
    {
      ...{ ...rule, id: first + 3, day_of_week: day, time: null },
      ...{ departure_type: 'sunset', offset_in_mins: 0, fare_id: 32 },
    },
    { ...rule, id: first + 4, day_of_week: day, time: '12:15', product_id: 9, fare_id: null },
  ]
  return { day_of_week: day, sunset_time: '18:05', departures: day === 1 ? [] : departures }
})

export const upgrades = [
  {
    ...{ id: 71, name: 'Photo set', price: 40, percent: null, good_for_x_pax: 0, selected: false },
    meta: { question: null },
  },
]

export const discountCodes = [
  { id: 81, code: 'FLY15', redeemable: true, redemption_limit: null, discount_id: 5 },
]
export const brands = [
  { id: 1, name: 'Harborline' },
  { id: 2, name: 'Beachline' },
]
export const productCategories = [{ id: 41, name: 'Scenic' }]
export const roles = [
  { id: 1, name: 'admin' },
  { id: 2, name: 'staff' },
  { id: 3, name: 'pilot' },
]
