import { z } from 'zod'
import {
  AircraftCategory,
  DepartureType,
  Place,
  ProductAvailability,
  PublishStatus,
  RouteMap,
} from './enums.ts'
import { FocalPoint, PhotoId } from './photo.ts'
import { OfferedPassengerType } from './passenger-type.ts'
import { Dollars, Id, Instant, ListMeta, LocalTime } from './primitives.ts'

export const Brand = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  tagline: z.string(),
  time_zone: z.string(),
  phone: z.string(),
  email: z.string(),
  hosts: z.array(z.string()),
  product_brand_ids: z.array(Id),
  guest_checkout: z.boolean(),
  /** Whether buyers can reschedule their own flights; absent where a service does not report it. */
  rescheduling: z.boolean().optional(),
  /**
   * Whether the shop is in maintenance and takes no orders; absent where a service does not report
   * it.
   */
  maintenance: z.boolean().optional(),
  /**
   * What a buyer agrees to who wants texts about an order, word for word; null where the brand sends
   * none, absent where a service does not report it.
   */
  text_consent: z.string().nullable().optional(),
  /** The same for an account, about all its orders of the brand. */
  account_text_consent: z.string().nullable().optional(),
})

export const Terminal = z.object({
  id: Id,
  name: z.string(),
  subtitle: z.string(),
  code: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  airport: z.boolean(),
  timezone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

export const AircraftType = z.object({
  id: Id,
  name: z.string(),
  max_passengers: z.number().int(),
  max_weight_lbs: z.number().int(),
  /** The weight above which a passenger needs a second seat (new); null for no limit. */
  seat_limit_lbs: z.number().int().nullable().optional(),
  category: AircraftCategory,
})

/** A numbered sight on the route, and how many minutes after take-off the flight reaches it. */
export const RouteStop = z.object({ name: z.string(), description: z.string(), minute: z.number().int() })

export const ProductCategory = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  position: z.number().int(),
  show_on_homepage: z.boolean(),
  product_ids: z.array(Id),
})

export const Eligibility = z.object({
  /** The minimum age; 0 for any age. */
  min_age_years: z.number().int(),
  /** The age below which children sit on a lap; 0 when every passenger needs a seat. */
  lap_child_under_years: z.number().int(),
  wheelchair_boarding: z.enum(['lift', 'assisted', 'none']),
  what_to_wear: z.string(),
})

/** A departure with fewer seats sold than these does not leave by itself. */
export const Minimum = z.object({
  passengers: z.number().int(),
  /** The minutes before departure at which it is decided; from then on shoppers buy only if it is met. */
  decided_mins: z.number().int(),
  /** Staff decide then, or the departure is cancelled by itself. */
  missed: z.enum(['ask', 'call_off']),
})

export const Product = z.object({
  id: Id,
  brand_id: Id,
  name: z.string(),
  subtitle: z.string(),
  slug: z.string(),
  description: z.string(),
  enable_bnsl: z.boolean(),
  /** The list price of one seat; null when only whole aircraft are sold. */
  seat_price: Dollars.nullable(),
  flight_price: Dollars.nullable(),
  /** The prices with all fees and taxes, as the shopper pays them. */
  seat_price_total: Dollars.nullable(),
  flight_price_total: Dollars.nullable(),
  /**
   * The total of a quote for one person (for one aircraft where no seats are sold) on the cheapest
   * departure on sale. While `on_sale` is false, the total for the cheapest published departure.
   */
  from_price_total: Dollars,
  /** Whether a departure can be booked now (new). */
  on_sale: z.boolean().optional(),
  /** The price before the discount of the current campaign (new); null without a campaign. */
  from_price_before_total: Dollars.nullable().optional(),
  aircraft_type_id: Id,
  aircraft_type: AircraftType,
  departure_terminal_id: Id,
  departure_terminal_name: z.string(),
  arrival_terminal_id: Id,
  arrival_terminal_name: z.string(),
  flight_duration_mins: z.number().int(),
  duration_label: z.string(),
  check_in_mins: z.number().int(),
  /** The requirements for passengers (new); null where none are stated. */
  eligibility: Eligibility.nullable().optional(),
  /** How many have to fly (new); null where one passenger is enough. */
  minimum: Minimum.nullable().optional(),
  /** Who pays less than an adult (new); absent where everybody pays the same. */
  offered_passenger_types: z.array(OfferedPassengerType).optional(),
  availability: ProductAvailability,
  publish_at: Instant.nullable(),
  publish_until: Instant.nullable(),
  publish_status: PublishStatus,
  place: Place,
  /** The product's own photo (new); null where pages show the drawn scene of its place. */
  photo: PhotoId.nullable().optional(),
  photo_focal: FocalPoint.optional(),
  /** What the photo shows, for those who do not see it. */
  photo_alt: z.string().optional(),
  route_map: RouteMap,
  route_stops: z.array(RouteStop),
  included: z.array(z.string()),
  images: z.array(z.string()),
  tag_list: z.array(z.string()),
  upgrade_ids: z.array(Id),
  fare_id: Id.nullable(),
  categories: z.array(z.object({ id: Id, name: z.string(), show_on_homepage: z.boolean() })),
  show_on_homepage: z.boolean(),
})

export const Fare = z.object({
  id: Id,
  product_id: Id,
  name: z.string(),
  seat_price: Dollars.nullable(),
  flight_price: Dollars.nullable(),
  giftable: z.boolean(),
  /** The price of a gift card for the fare (new); null when it is the fare's price. */
  gift_price: Dollars.nullable().optional(),
  /** The gift cards of the fare pay every departure of the product at any price (new). */
  covers_all_fares: z.boolean().optional(),
})

/** A weekly departure rule. `day_of_week` 0 is Sunday, in the terminal's time zone. */
export const Departure = z.object({
  id: Id,
  product_id: Id,
  day_of_week: z.number().int().min(0).max(6),
  departure_type: DepartureType,
  time: LocalTime.nullable(),
  offset_in_mins: z.number().int().nullable(),
  fare_id: Id.nullable(),
  seat_price: Dollars.nullable(),
  flight_price: Dollars.nullable(),
  departure_terminal_id: Id,
  arrival_terminal_id: Id,
  publish_at: Instant.nullable(),
  publish_until: Instant.nullable(),
  publish_status: PublishStatus,
  tag_list: z.array(z.string()),
  /**
   * The next departure of the rule; null where all days ahead are closed, absent where a service
   * does not report it.
   */
  depart_at: Instant.nullable().optional(),
})

/**
 * A day of the week with its active rules. The sunset is that of the next such date at the first
 * terminal.
 */
export const Schedule = z.object({
  day_of_week: z.number().int().min(0).max(6),
  sunset_time: LocalTime.nullable(),
  /**
   * The sunset at each terminal of these departures (new); absent where a service does not report
   * it.
   */
  sunset_times: z.array(z.object({ terminal_id: Id, sunset_time: LocalTime.nullable() })).optional(),
  departures: z.array(Departure),
})

export const Upgrade = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Dollars.nullable(),
  percent: z.number().nullable(),
  /**
   * The quantity sold with an order. -1: the chosen quantity; 0: one; n: ceil(quantity / n). Spec
   * section 9.
   */
  good_for_x_pax: z.number().int().min(-1),
  selected: z.boolean(),
  meta: z.object({ question: z.string().nullable() }),
})

export const Fee = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Dollars.nullable(),
  percent: z.number().nullable(),
  per_seat: z.boolean(),
  enabled: z.boolean(),
  brand_id: Id.nullable(),
  postpone_until_gift_card_redemption: z.boolean(),
})

export const Role = z.object({ id: Id, name: z.string() })

export const BrandsReply = z.object({ brands: z.array(Brand), meta: ListMeta })
export const BrandReply = z.object({ brand: Brand })
export const ProductsReply = z.object({ products: z.array(Product), meta: ListMeta })
export const ProductReply = z.object({ product: Product })
export const ProductCategoriesReply = z.object({
  product_categories: z.array(ProductCategory),
  meta: ListMeta,
})
export const ProductCategoryReply = z.object({ product_category: ProductCategory })
export const FaresReply = z.object({ fares: z.array(Fare), meta: ListMeta })
export const FareReply = z.object({ fare: Fare })
export const SchedulesReply = z.object({ schedule: z.array(Schedule) })
export const TerminalsReply = z.object({ terminals: z.array(Terminal), meta: ListMeta })
export const TerminalReply = z.object({ terminal: Terminal })
export const UpgradesReply = z.object({ upgrades: z.array(Upgrade), meta: ListMeta })
export const UpgradeReply = z.object({ upgrade: Upgrade })
export const FeesReply = z.object({ fees: z.array(Fee), meta: ListMeta })
export const FeeReply = z.object({ fee: Fee })
export const RolesReply = z.object({ roles: z.array(Role) })

export type Brand = z.infer<typeof Brand>
export type Terminal = z.infer<typeof Terminal>
export type AircraftType = z.infer<typeof AircraftType>
export type ProductCategory = z.infer<typeof ProductCategory>
export type Product = z.infer<typeof Product>
export type Fare = z.infer<typeof Fare>
export type Departure = z.infer<typeof Departure>
export type Schedule = z.infer<typeof Schedule>
export type Upgrade = z.infer<typeof Upgrade>
export type Fee = z.infer<typeof Fee>
export type Role = z.infer<typeof Role>
