import { z } from 'zod'
import { Place, ProductAvailability, PublishStatus, RouteMap } from '../enums.ts'
import { shape } from './resource-shape.ts'

const SLUG = { is: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, says: 'Must be small letters, digits and hyphens' }
const plain = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\p{Cc}]*$/u, 'Must be plain text')

export const productShape = shape({
  plural: 'products',
  singular: 'product',
  one: 'product',
  many: 'products',
  about: 'Flights on sale',
  named: 'name',
  fields: {
    brand_id: { kind: 'id', to: 'brands', required: true },
    name: { kind: 'text', required: true },
    subtitle: { kind: 'text' },
    slug: { kind: 'text', required: true, max: 80, pattern: SLUG },
    description: { kind: 'text', max: 5000, lines: true },
    enable_bnsl: { kind: 'flag', label: 'Sold as a gift card' },
    seat_price: { kind: 'dollars', nullable: true, help: 'A seat price, a flight price or both.' },
    flight_price: { kind: 'dollars', nullable: true },
    aircraft_type_id: { kind: 'id', to: 'aircraft_types', required: true },
    departure_terminal_id: { kind: 'id', to: 'terminals', required: true },
    arrival_terminal_id: { kind: 'id', to: 'terminals', required: true },
    flight_duration_mins: { kind: 'whole', required: true, min: 1, max: 600 },
    duration_label: { kind: 'text', required: true, max: 60 },
    check_in_mins: { kind: 'whole', max: 600 },
    sales_close_mins: { kind: 'whole', max: 10_000, help: 'Sales end this long before departure.' },
    sales_window_days: { kind: 'whole', min: 1, max: 1000 },
    cancel_until_hours: { kind: 'whole', max: 10_000 },
    cancel_refund_percent: { kind: 'percent', max: 100 },
    min_age_years: { kind: 'whole', max: 21 },
    lap_child_under_years: { kind: 'whole', max: 3 },
    wheelchair_boarding: { kind: 'choice', of: ['lift', 'assisted', 'none'] },
    what_to_wear: { kind: 'text', max: 1000, lines: true },
    availability: { kind: 'choice', of: ProductAvailability.options, required: true },
    publish_at: { kind: 'instant', nullable: true },
    publish_until: { kind: 'instant', nullable: true },
    publish_status: { kind: 'choice', of: PublishStatus.options, required: true },
    place: { kind: 'choice', of: Place.options, required: true },
    route_map: { kind: 'choice', of: RouteMap.options, required: true },
    route_stops: {
      kind: 'shape',
      schema: z
        .array(z.object({ name: plain, description: plain, minute: z.number().int().min(0).max(600) }))
        .max(30),
    },
    included: { kind: 'texts' },
    images: { kind: 'texts' },
    tag_list: { kind: 'texts', label: 'Tags' },
    upgrade_ids: { kind: 'ids', to: 'upgrades' },
    category_ids: { kind: 'ids', to: 'product_categories', label: 'Categories' },
    position: { kind: 'whole', max: 10_000 },
  },
})

export const brandShape = shape({
  plural: 'brands',
  singular: 'brand',
  one: 'brand',
  many: 'brands',
  about: 'Brands with their hosts',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true },
    slug: { kind: 'text', required: true, max: 80, pattern: SLUG },
    tagline: { kind: 'text' },
    time_zone: { kind: 'zone', required: true },
    phone: { kind: 'text', max: 40 },
    email: { kind: 'text', max: 254, case: 'lower' },
    mail_from: { kind: 'text', required: true, max: 254 },
    legal_name: { kind: 'text' },
    legal_address: { kind: 'text', max: 500 },
    hosts: { kind: 'texts', told: true },
    product_brand_ids: { kind: 'ids', to: 'brands', help: 'Whose products it sells.' },
    guest_checkout: { kind: 'flag' },
    rescheduling: { kind: 'flag', label: 'Buyers move their flights themselves' },
    reschedule_fee: { kind: 'choice', of: ['once', 'per_seat', 'none'] },
    maintenance: { kind: 'flag', label: 'Closed for maintenance' },
  },
})
