import { z } from 'zod'
import { Product } from './catalogue.ts'
import { NoShowRule } from './enums.ts'
import { PassengerType } from './passenger-type.ts'
import { Dollars, Id, Instant, LocalDate, LocalTime } from './primitives.ts'
import { productShape } from './resources/product-shapes.ts'
import { changeSchema, creationSchema, shape } from './resources/resource-shape.ts'

const { fields } = productShape

/** The fields of a product that its sheet shows and changes; its row has more. */
export const productSheetShape = shape({
  plural: 'product_sheets',
  singular: 'product_sheet',
  one: 'product',
  many: 'products',
  about: 'Products with their timetable, as staff edit them on one page',
  named: 'name',
  fields: {
    name: fields.name,
    slug: { ...fields.slug, label: 'Address, /product/' },
    subtitle: { ...fields.subtitle, label: 'One line' },
    description: fields.description,
    place: { ...fields.place, label: 'Picture' },
    photo: fields.photo,
    photo_focal: { ...fields.photo_focal, label: 'What must stay in view' },
    photo_alt: fields.photo_alt,
    seat_price: { ...fields.seat_price, label: 'Seat, dollars' },
    flight_price: { ...fields.flight_price, label: 'Whole aircraft, dollars' },
    flight_duration_mins: { ...fields.flight_duration_mins, label: 'Minutes' },
    check_in_mins: { ...fields.check_in_mins, label: 'Check-in before, minutes' },
    late_mins: { ...fields.late_mins, label: 'Late before departure, minutes' },
    no_show: { ...fields.no_show, label: 'Who does not come' },
    no_show_days: { ...fields.no_show_days, label: 'Free move within, days' },
    no_show_percent: { ...fields.no_show_percent, label: 'Credit, percent' },
    sales_close_mins: { ...fields.sales_close_mins, label: 'Sale ends before, minutes' },
    staff_sales_close_mins: { ...fields.staff_sales_close_mins, label: 'Staff sell until, minutes before' },
    seats_held_back: { ...fields.seats_held_back, label: 'Seats that only staff sell' },
    min_passengers: { ...fields.min_passengers, label: 'Fewest seats sold' },
    min_decided_mins: { ...fields.min_decided_mins, label: 'Decided before, minutes' },
    min_missed: { ...fields.min_missed, label: 'With fewer' },
    passenger_types: fields.passenger_types,
    departure_terminal_id: { ...fields.departure_terminal_id, label: 'Leaves from' },
    aircraft_type_id: { ...fields.aircraft_type_id, label: 'Aircraft' },
    brand_id: { ...fields.brand_id, label: 'Sold by' },
    availability: { ...fields.availability, label: 'Sale' },
    publish_at: { ...fields.publish_at, label: 'On sale from' },
    publish_until: { ...fields.publish_until, label: 'Last day, empty for no end' },
    publish_status: fields.publish_status,
  },
})

/** The most times that a timetable has. */
export const MOST_TIMES = 60
const MOST_SUNSET_MINS = 720

/** A time of the weekly timetable: by the terminal's clock, or by minutes from the sunset. */
export const SheetTime = z.object({
  time: LocalTime.nullable(),
  sunset_offset_mins: z.number().int().min(-MOST_SUNSET_MINS).max(MOST_SUNSET_MINS).nullable(),
  /** The weekdays on which it flies; 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).max(7),
})
const SentTime = SheetTime.refine(
  ({ time, sunset_offset_mins: sunset }) => (time === null) !== (sunset === null),
  {
    message: 'Give a time or minutes from the sunset',
    path: ['time'],
  },
)

const sent = {
  /** The whole timetable; what is missing from it ends. Without it the timetable stays. */
  timetable: z
    .array(SentTime)
    .max(MOST_TIMES, `At most ${String(MOST_TIMES)} times`)
    .optional(),
  /** Answers what would be saved, and writes nothing. */
  preview: z.boolean().optional(),
}
export const ProductSheetCreation = z.object({
  product_sheet: creationSchema(productSheetShape).extend(sent),
})
export const ProductSheetChange = z.object({
  product_sheet: changeSchema(productSheetShape).extend(sent),
})

/** Why a product is or is not sold; with the moment where one belongs to it. */
export const ProductState = z.object({
  kind: z.enum([
    'on_sale',
    'ends',
    'begins',
    'ended',
    'hidden',
    'archived',
    'sold_out',
    'coming_soon',
    'paused',
    'no_departures',
    'no_aircraft',
    'nothing_left',
  ]),
  at: Instant.nullable(),
})

const NextDeparture = z.object({
  depart_at: Instant,
  local_date: LocalDate,
  local_time: LocalTime,
  timezone_label: z.string(),
  /** The sale of it has ended. */
  closed: z.boolean(),
  seats_left: z.number().int(),
})

/** What is booked of the next days. */
const ProductLoad = z.object({
  days: z.number().int(),
  departures: z.number().int(),
  seats: z.number().int(),
  seats_taken: z.number().int(),
})

const summary = {
  id: Id,
  name: z.string(),
  brand_id: Id,
  /** The names of the brands that sell it. */
  sold_by: z.array(z.object({ id: Id, name: z.string() })),
  place: Product.shape.place,
  photo: Product.shape.photo,
  photo_focal: Product.shape.photo_focal,
  tag_list: Product.shape.tag_list,
  state: ProductState,
  timezone: z.string(),
  /** Today at its terminal. */
  today: LocalDate,
  next: NextDeparture.nullable(),
  load: ProductLoad,
  from_price_total: Dollars,
  /** The price is that of a whole aircraft. */
  whole_aircraft: z.boolean(),
}
export const ProductSummary = z.object(summary)
export const ProductSheetsReply = z.object({ product_sheets: z.array(ProductSummary) })

/** What the shop's card of a product shows. */
export const ProductCard = Product.pick({
  slug: true,
  name: true,
  subtitle: true,
  duration_label: true,
  departure_terminal_name: true,
  from_price_total: true,
  from_price_before_total: true,
  seat_price: true,
  place: true,
  photo: true,
  photo_focal: true,
  photo_alt: true,
  tag_list: true,
  availability: true,
  on_sale: true,
}).extend({
  /** 0 for a product that is not saved yet. */
  id: z.number().int().min(0),
})

/** What shoppers see of the product, and what saving it does to its departures. */
export const ProductSheetPreview = z.object({
  card: ProductCard,
  /** The product's own price of a seat, or else of an aircraft, with all that is added to it. */
  price: z
    .object({
      total: Dollars,
      whole_aircraft: z.boolean(),
      lines: z.array(z.object({ label: z.string(), amount: Dollars })),
    })
    .nullable(),
  /** Aircraft in service that can fly it. */
  aircraft: z.number().int(),
  /** Weekly departures that begin or end with it. */
  begins: z.number().int(),
  ends: z.number().int(),
  /** Who is booked on those that end, and flies all the same. */
  parties: z.number().int(),
  seats: z.number().int(),
})

const TimetableRow = SheetTime.extend({
  /** Prices of a seat other than the product's, by fare or departure. */
  seat_prices: z.array(Dollars),
})

export const ProductSheet = z.object({
  ...summary,
  product: Product.pick({
    name: true,
    slug: true,
    subtitle: true,
    description: true,
    place: true,
    photo: true,
    photo_focal: true,
    photo_alt: true,
    seat_price: true,
    flight_price: true,
    flight_duration_mins: true,
    check_in_mins: true,
    departure_terminal_id: true,
    aircraft_type_id: true,
    brand_id: true,
    availability: true,
    publish_at: true,
    publish_until: true,
    publish_status: true,
  }).extend({
    late_mins: z.number().int().nullable(),
    no_show: NoShowRule,
    no_show_days: z.number().int(),
    no_show_percent: z.number().int(),
    sales_close_mins: z.number().int(),
    staff_sales_close_mins: z.number().int(),
    seats_held_back: z.number().int(),
    min_passengers: z.number().int(),
    min_decided_mins: z.number().int(),
    min_missed: z.enum(['ask', 'call_off']),
    /** Also those that are switched off. */
    passenger_types: z.array(PassengerType),
  }),
  /** The `ETag` of the sheet. */
  tag: z.string(),
  timetable: z.array(TimetableRow),
  /** Departures beside the timetable, which end by themselves. */
  limited_departures: z.number().int(),
  /** Fares, whose departures have prices of their own. */
  fares: z.number().int(),
  last_change: z.object({ at: Instant, by: z.string() }).nullable(),
  preview: ProductSheetPreview,
})
export const ProductSheetReply = z.object({ product_sheet: ProductSheet })
export const ProductSheetPreviewReply = z.object({ product_sheet_preview: ProductSheetPreview })

export type SheetTime = z.infer<typeof SheetTime>
export type ProductState = z.infer<typeof ProductState>
export type ProductSummary = z.infer<typeof ProductSummary>
export type ProductSheetPreview = z.infer<typeof ProductSheetPreview>
export type ProductSheet = z.infer<typeof ProductSheet>
