import { z } from 'zod'
import { NoShowRule, Place, ProductAvailability, PublishStatus, RouteMap } from '../enums.ts'
import { FocalPoint } from '../photo.ts'
import { PassengerTypes } from '../passenger-type.ts'
import { RESCHEDULE_FEE_TEXT as fee } from '../reschedule-fee.ts'
import { shape } from './resource-shape.ts'

const SLUG = { is: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, message: 'Must be small letters, digits and hyphens' }
/** `$50.00` → `$50` */
const short = (dollars: string) => dollars.replace('.00', '')
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
    slug: { kind: 'text', required: true, defaulted: true, max: 80, pattern: SLUG },
    description: { kind: 'text', max: 5000, lines: true },
    enable_bnsl: { kind: 'flag', label: 'Sold as a gift card' },
    seat_price: { kind: 'dollars', nullable: true, help: 'A seat price, a flight price or both.' },
    flight_price: { kind: 'dollars', nullable: true },
    fee_price: {
      kind: 'dollars',
      nullable: true,
      label: 'Percent fees are counted on',
      help: 'Instead of the price of each seat or aircraft. 1198 for the 12-Minute Private Flight.',
    },
    credit_hidden: {
      kind: 'flag',
      label: 'Account credit cannot pay for it',
      help: 'Always so for the 12-Minute Private Flight.',
    },
    aircraft_type_id: { kind: 'id', to: 'aircraft_types', required: true },
    departure_terminal_id: { kind: 'id', to: 'terminals', required: true },
    arrival_terminal_id: { kind: 'id', to: 'terminals', required: true, defaulted: true },
    flight_duration_mins: { kind: 'whole', required: true, min: 1, max: 600 },
    duration_label: { kind: 'text', required: true, defaulted: true, max: 60 },
    check_in_mins: { kind: 'whole', max: 600 },
    late_mins: {
      kind: 'whole',
      max: 600,
      nullable: true,
      help:
        'Who is not checked in this long before departure is late, and texted once. ' +
        'Empty: from check-in time on, without a text.',
    },
    no_show: { kind: 'choice', of: NoShowRule.options, label: 'Who does not come' },
    no_show_days: {
      kind: 'whole',
      min: 1,
      max: 365,
      help: 'For a free move: the days within which it must be booked.',
    },
    no_show_percent: {
      kind: 'whole',
      min: 1,
      max: 100,
      help: 'For a credit: the part of what was paid, in percent.',
    },
    sales_close_mins: { kind: 'whole', max: 10_000, help: 'Sales end this long before departure.' },
    staff_sales_close_mins: {
      kind: 'whole',
      max: 10_000,
      help: 'Staff sell until this long before departure; 0 is until departure.',
    },
    seats_held_back: {
      kind: 'whole',
      max: 60,
      help: 'Seats of each departure that only staff sell. Whole aircraft are then sold by staff, too.',
    },
    min_passengers: {
      kind: 'whole',
      min: 1,
      max: 60,
      help: 'Seats sold that a departure needs to leave; 1 is any number.',
    },
    min_decided_mins: {
      kind: 'whole',
      max: 20_160,
      help: 'So many minutes before departure it is decided. Shoppers then only join what has enough.',
    },
    min_missed: { kind: 'choice', of: ['ask', 'call_off'] },
    sales_window_days: { kind: 'whole', min: 1, max: 1000 },
    cancel_until_hours: { kind: 'whole', max: 10_000 },
    cancel_refund_percent: { kind: 'percent', max: 100 },
    min_age_years: { kind: 'whole', max: 21 },
    lap_child_under_years: { kind: 'whole', max: 3 },
    wheelchair_boarding: { kind: 'choice', of: ['lift', 'assisted', 'none'] },
    what_to_wear: { kind: 'text', max: 1000, lines: true },
    availability: { kind: 'choice', of: ProductAvailability.options, required: true, defaulted: true },
    publish_at: { kind: 'instant', nullable: true },
    publish_until: { kind: 'instant', nullable: true },
    publish_status: { kind: 'choice', of: PublishStatus.options, required: true, defaulted: true },
    place: { kind: 'choice', of: Place.options, required: true, defaulted: true },
    photo: {
      kind: 'text',
      max: 32,
      nullable: true,
      pattern: { is: /^[0-9a-f]{32}$/, message: 'Must be the id of an uploaded photo' },
      help: 'The id of an uploaded photo, which its pages show instead of the drawn scene.',
    },
    photo_focal: {
      kind: 'choice',
      of: FocalPoint.options,
      label: 'Part of the photo that stays in view',
    },
    photo_alt: {
      kind: 'text',
      max: 300,
      label: 'What the photo shows',
      help: 'For those who do not see it.',
    },
    route_map: { kind: 'choice', of: RouteMap.options, required: true, defaulted: true },
    route_stops: {
      kind: 'shape',
      schema: z
        .array(z.object({ name: plain, description: plain, minute: z.number().int().min(0).max(600) }))
        .max(30),
    },
    passenger_types: {
      kind: 'shape',
      schema: PassengerTypes,
      help: 'Kinds of passengers beside adults, at a share of an adult’s seat price.',
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
  about: 'Brands: who they are, what they sell, and by which rules',
  named: 'name',
  groups: [
    { key: 'identity', title: 'Who it is', about: 'What shoppers read in every page’s head and foot.' },
    { key: 'desk', title: 'The desk and its mails', about: 'How customers reach it, and who mails them.' },
    { key: 'seller', title: 'The company that sells', about: 'As receipts name it.' },
    {
      key: 'sales',
      title: 'What it sells, and to whom',
      about: 'Limits of a sale are kept with each product.',
    },
    {
      key: 'moves',
      title: 'Moving and cancelling',
      about: 'Until when one may cancel, and what comes back, is kept with each product.',
    },
    {
      key: 'money',
      title: 'Payments',
      about:
        'Cards, wallets, gift cards, vouchers and credit pay in every brand. What is added to ' +
        'a price, and what comes off it, is kept apart.',
    },
    {
      key: 'open',
      title: 'Open or closed',
      about: 'The desk works on while the shop is closed, and what was begun is finished.',
    },
  ],
  fields: {
    name: { kind: 'text', required: true, group: 'identity', help: 'On every page, mail and receipt.' },
    slug: {
      kind: 'text',
      required: true,
      defaulted: true,
      max: 80,
      pattern: SLUG,
      group: 'identity',
      help: 'Chooses its colours, letters and pictures. Small letters, digits and hyphens.',
    },
    tagline: { kind: 'text', group: 'identity', help: 'A line under the name, on the first page.' },
    time_zone: {
      kind: 'zone',
      required: true,
      defaulted: true,
      group: 'identity',
      help:
        'Its clock: for campaigns, for the desk’s days and reports. Like America/New_York. ' +
        'Flights leave by their terminal’s clock.',
    },
    phone: { kind: 'text', max: 40, group: 'desk', help: 'Shown to shoppers; none where it is empty.' },
    email: {
      kind: 'text',
      max: 254,
      case: 'lower',
      group: 'desk',
      help: 'Where questions and forms of the shop arrive.',
    },
    mail_from: {
      kind: 'text',
      required: true,
      defaulted: true,
      max: 254,
      group: 'desk',
      label: 'Mails come from',
      help: 'A name with an address, or an address, that the mail server may send for.',
    },
    legal_name: { kind: 'text', group: 'seller', label: 'Name of the company' },
    legal_address: { kind: 'text', max: 500, group: 'seller', label: 'Its address' },
    hosts: {
      kind: 'texts',
      group: 'identity',
      label: 'Hosts of its own',
      help:
        'Like shop.example.com, once its DNS and certificate lead here: this brand opens there, and the ' +
        'first in the alphabet stands in its mails. It takes up to a minute. None where it has the ' +
        'shop’s own address.',
    },
    product_brand_ids: {
      kind: 'ids',
      to: 'brands',
      group: 'sales',
      label: 'Sells the products of',
      help: 'Also its own only where it is ticked.',
    },
    guest_checkout: {
      kind: 'flag',
      group: 'sales',
      label: 'Buying without an account',
      help: 'Without it everybody logs in, or registers, before they pay.',
    },
    rescheduling: {
      kind: 'flag',
      group: 'moves',
      label: 'Buyers move their flights themselves',
      help: 'Without it the page for that sends them to the desk, and staff move for them.',
    },
    reschedule_fee: {
      kind: 'choice',
      of: ['once', 'per_seat', 'none'],
      words: {
        once: 'Once, however many move',
        per_seat: 'For each seat, or aircraft, that moves',
        none: 'None',
      },
      group: 'moves',
      label: 'Fee for moving a flight',
      help:
        `${short(fee.early)}, or ${short(fee.late)} in the last ${fee.before} before ` +
        'departure. What the new flight costs more comes on top.',
    },
    maintenance: {
      kind: 'flag',
      group: 'open',
      label: 'Closed for maintenance',
      help: 'Shoppers see a page that the shop will be back, and no new order is taken.',
    },
  },
})
