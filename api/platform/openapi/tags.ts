interface Tag {
  name: string
  description: string
}

/** The subjects of the service, with the first segments of the paths that belong to each. */
const SUBJECTS: readonly (Tag & { segments: readonly string[] })[] = [
  {
    name: 'Catalogue',
    description: 'Brands, flights on offer, their times and prices.',
    segments: [
      'availability',
      'brands',
      'campaigns',
      'departure_dates',
      'departure_exceptions',
      'departure_weeks',
      'departures',
      'fares',
      'fees',
      'product_categories',
      'product_sheets',
      'products',
      'sale_days',
      'sale_grids',
      'schedules',
      'search',
      'staff_weeks',
      'terminal_days',
      'terminals',
      'upgrades',
      'version',
    ],
  },
  {
    name: 'Orders',
    description: 'Quotes, orders, tickets and every later change.',
    segments: [
      'call_off_previews',
      'call_offs',
      'drafts',
      'order_item_gift_cards',
      'order_item_seats',
      'order_links',
      'orders',
      'order_counts',
      'passenger_links',
      'passengers',
      'party_links',
      'quotes',
      'receipt_links',
      'reminder_stops',
      'reschedule_claim_links',
      'reschedule_claims',
      'reschedule_links',
      'reschedules',
      'resumptions',
      'saved_filters',
      'waitlist_entries',
      'waitlist_offers',
      'weather_days',
      'weather_holds',
    ],
  },
  {
    name: 'Payments',
    description: 'Payments, refunds, payouts and cash.',
    segments: [
      'approvals',
      'counter_payments',
      'day_closings',
      'days',
      'drawers',
      'hand_outs',
      'payment_links',
      'payments',
      'payouts',
      'refund_previews',
      'refunds',
      'stripe',
    ],
  },
  {
    name: 'Gifts and credit',
    description: 'Gift cards, vouchers, discount codes, credit and prizes.',
    segments: [
      'code_mails',
      'codes',
      'contests',
      'credit_movements',
      'credits',
      'discount_code_batches',
      'discount_codes',
      'discounts',
      'gift_cards',
      'gift_shares',
      'gifts',
      'prizes',
      'vouchers',
    ],
  },
  {
    name: 'Accounts',
    description: 'People, their tokens, cards and memberships.',
    segments: [
      'callers',
      'customer_merge_previews',
      'customer_merges',
      'customers',
      'email_changes',
      'email_proofs',
      'member_price_uses',
      'password_resets',
      'passkey_challenges',
      'passkeys',
      'plans',
      'roles',
      'second_factor',
      'sessions',
      'staff_members',
      'subscriptions',
      'user_token',
      'users',
    ],
  },
  {
    name: 'Flights',
    description: 'Aircraft, pilots, manifests and the flights of a day.',
    segments: [
      'aircraft',
      'aircraft_types',
      'check_in_searches',
      'flight_boards',
      'flight_days',
      'flights',
      'operators',
      'pilot_flights',
      'staff_days',
    ],
  },
  {
    name: 'Office',
    description: 'Reports, mails, jobs, tasks, webhooks, API keys and the audit log.',
    segments: [
      'api_keys',
      'audit_log',
      'care_reports',
      'care_stops',
      'comments',
      'form_entries',
      'form_stamps',
      'jobs',
      'mail_bounces',
      'mails',
      'newsletter_sign_ups',
      'order_mailing_previews',
      'order_mailings',
      'newsletter_stops',
      'promise_runs',
      'promises',
      'report_overviews',
      'report_runs',
      'reports',
      'staff_searches',
      'state_counts',
      'staff_tasks',
      'texts',
      'twilio',
      'webhook_deliveries',
      'webhook_endpoints',
    ],
  },
]

/** The tags of the OpenAPI document. */
export const TAGS: Tag[] = SUBJECTS.map(({ name, description }) => ({ name, description }))

/**
 * Finds the subject of a path.
 *
 * @throws Error for a path without a subject: add its first segment to the list above
 */
export function findTag(path: string): string {
  const segment = path.split('/')[2] ?? ''
  const subject = SUBJECTS.find(({ segments }) => segments.includes(segment))
  if (!subject) throw new Error(`No subject for ${path}: add its first segment to the list of tags`)
  return subject.name
}
