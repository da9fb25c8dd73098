import { MAINTENANCE_RETRY_SECONDS, MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { type Refusal } from '../http/refusal.ts'

/** Choosing a flight and ordering it, up to its price. */
export const bookingRefusals = {
  maintenance: {
    status: 503,
    code: 'maintenance',
    error: MAINTENANCE_SENTENCE,
    retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
  },
  guest_checkout_off: {
    status: 403,
    code: 'forbidden',
    error: 'Buying as a guest is not offered here. Please log in or register.',
  },
  sold_out: {
    status: 409,
    code: 'sold_out',
    error: 'These seats have just been taken. Please choose another departure.',
  },
  flight_closed: {
    status: 409,
    code: 'flight_closed',
    error: 'Sales for this departure have ended. Please choose another one.',
  },
  brand_unknown: { status: 422, fields: { brand_id: ['There is no such brand'] } },
  departure_unknown: { status: 422, fields: { departure_id: ['There is no such departure'] } },
  not_sold_by_brand: { status: 422, fields: { brand_id: ['This flight is not sold by this brand'] } },
  not_flying_then: { status: 422, fields: { depart_at: ['This departure does not fly at that time'] } },
  too_few: {
    status: 409,
    code: 'sold_out',
    error: 'There is not enough room left for your party on this departure. Please choose another one.',
  },
  too_heavy: {
    status: 409,
    code: 'too_heavy',
    error:
      'Together your party is heavier than this departure can still carry. You have not been ' +
      'charged; please choose another one.',
  },
  quantity_missing: { status: 422, fields: { quantity: ['Please input a quantity'] } },
  not_sold_by_seat: { status: 422, fields: { quantity_type: ['This flight is sold whole only'] } },
  not_sold_whole: { status: 422, fields: { quantity_type: ['This flight is sold by the seat only'] } },
  not_giftable: { status: 422, fields: { fare_id: ['This fare is not sold as a gift card'] } },
  upgrade_unknown: { status: 422, fields: { upgrades: ['This upgrade is not offered with this flight'] } },
  upgrade_twice: { status: 422, fields: { upgrades: ['Each upgrade can be chosen once'] } },
  price_changed: {
    status: 409,
    code: 'price_changed',
    error: 'The price has changed. Please check the new total before you go on.',
  },
  finished_elsewhere: {
    status: 409,
    code: 'finished_elsewhere',
    error: 'This booking was finished on your other device. Its confirmation is in your mail.',
  },
  resume_unknown: {
    status: 404,
    code: 'not_found',
    error: 'This code is not right, was used already or is older than a day.',
  },
  foreign_resume_url: { status: 422, fields: { resume_url: ['Must be an address of this shop'] } },
  reminder_needs_email: { status: 422, fields: { email: ['This field is required'] } },
  draft_too_large: { status: 422, fields: { fields: ['This is more than can be kept'] } },
  waitlist_has_room: {
    status: 409,
    code: 'conflict',
    error: 'There is room for your party on this departure right now: you can book it.',
  },
  waitlist_over: {
    status: 409,
    code: 'conflict',
    error: 'Sales for this departure end too soon for a waitlist. Please choose another one.',
  },
  waitlist_many: {
    status: 409,
    code: 'conflict',
    error: 'You are waiting for several departures already. Please leave one of those first.',
  },
  offer_too_small: {
    status: 409,
    code: 'conflict',
    error:
      'There is not enough room for a larger party than the one we keep seats for. Those seats ' +
      'are still yours until the time in our mail; you have not been charged.',
  },
  offer_taken: {
    status: 409,
    code: 'conflict',
    error: 'These seats were just taken with the same link. You have not been charged.',
  },
  offer_over: {
    status: 409,
    code: 'conflict',
    error:
      'The time we kept these seats for you is over, and somebody else has them now. You have ' +
      'not been charged.',
  },
} satisfies Record<string, Refusal>
