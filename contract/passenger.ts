import { z } from 'zod'
import { FlightStatus } from './enums.ts'
import { BounceReason } from './mail-bounce.ts'
import { OrderFlight } from './order.ts'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/**
 * A passenger as the buyer of a paid order sees them: whether the details are complete, never the
 * details.
 */
export const OrderPassenger = z.object({
  id: Id,
  /** From 1. */
  number: z.number().int(),
  full_name: z.string(),
  /** Name, weight and waiver are given. */
  done: z.boolean(),
  /** The private link; null where none was made yet. */
  link: z.string().nullable(),
  mailed_at: Instant.nullable(),
})
/** `GET /v1/orders/{id}/passengers`. */
export const OrderPassengersReply = z.object({
  passengers: z.array(OrderPassenger),
  /** Every passenger may change their own details until check-in. */
  open_until: Instant.nullable(),
  /** Somebody may: where a party flies apart, one flight may be over or called off. */
  open: z.boolean(),
  /** None of their flights departs. */
  called_off: z.boolean(),
})
export const PassengerMailRequest = z.object({
  email: z.preprocess(
    (typed) => (typeof typed === 'string' ? typed.trim() : typed),
    z.email('Please enter a valid email').max(254),
  ),
})

/** What passengers say of themselves in words, on their own page; the manifest shows it. */
const details = { full_name: z.string() }

/**
 * What a passenger's own page shows. A weight is never shown again: it is for operations and the
 * pilot.
 */
export const PassengerForm = z.object({
  ...details,
  weight_given: z.boolean(),
  waiver: z.object({ version: z.string(), signature: z.string(), signed_at: Instant }).nullable(),
  flight: OrderFlight,
  /**
   * `closed` from check-in on, `cancelled` when the booking is off, `called_off` while its buyer
   * chooses what instead.
   */
  state: z.enum(['open', 'closed', 'cancelled', 'called_off']),
  /** Somebody of the flight team calls the buyer about the seating. */
  we_call: z.boolean(),
})
export const PassengerFormReply = z.object({ passenger_form: PassengerForm })
/** Said of a waiver that is not signed whole. */
export const WAIVER_MESSAGES = {
  signature: 'Please type your full name',
  accepted: 'Please tick that you have read it and agree',
} as const

/** `PUT /v1/passenger_links/{token}`: what is left out stays as it is. */
export const PassengerFormRequest = z.object({
  passenger_form: z.object({
    full_name: z.string().trim().min(1, 'This field is required').max(120, 'Write at most 120 characters'),
    weight: z.number().int().min(1).max(999).optional(),
    waiver: z
      .object({
        version: z.string().max(40),
        signature: z.string().trim().min(1, WAIVER_MESSAGES.signature).max(120),
        accepted: z.literal(true, { error: WAIVER_MESSAGES.accepted }),
      })
      .optional(),
  }),
})

/** `PATCH /v1/orders/{id}/passengers/{passenger}`: what is left out stays. */
export const PassengerCorrectionRequest = z.object({
  passenger: z
    .object({
      full_name: z
        .string()
        .trim()
        .min(1, 'This field is required')
        .max(120, 'Write at most 120 characters')
        .optional(),
      /** Pounds. */
      weight: z
        .number({ error: 'Please input a weight in pounds' })
        .int('Please input whole pounds')
        .min(1, 'Please input a weight in pounds')
        .max(999, 'Please input a weight in pounds')
        .optional(),
      /**
       * They do not fly: where a party has fewer seats than people, or has bought its aircraft
       * whole.
       */
      stays_home: z.literal(true).optional(),
    })
    .strict(),
})

const ManifestPassenger = z.object({
  id: Id,
  order_id: Id,
  ...details,
  weight_lbs: z.number().int().nullable(),
  /** The weight that counts for them: the declared one, or the assumed one without it. */
  counted_lbs: z.number().int(),
  /** Seats they have. */
  seats: z.number().int(),
  /** They need a second seat, and the order has none. */
  needs_second_seat: z.boolean(),
  /** Whether staff may mark them as staying home, which is possible when it frees no sold seat. */
  may_stay_home: z.boolean(),
  seating: z.string().nullable(),
  waiver_signed: z.boolean(),
  /** What staff saw; null: not yet. */
  boarding: z.enum(['checked_in', 'no_show']).nullable(),
  boarding_note: z.string().nullable(),
  /** What the order has beside seats. */
  upgrades: z.array(z.string()),
})

/**
 * Who is on board and what they weigh: operations and the pilot of the flight alone. The head is
 * the sum of its rows.
 */
export const Manifest = z.object({
  flight_id: Id,
  flight_code: z.string(),
  depart_at: Instant,
  capacity: z.number().int(),
  /** The seats of all rows, and the empty ones. */
  seats_sold: z.number().int(),
  /** Seats that were bought and that nobody sits on: of an aircraft bought whole. */
  empty_seats: z.number().int(),
  /** How many rows there are. */
  people: z.number().int(),
  max_weight_lbs: z.number().int(),
  /** Declared weights, and what is assumed for whoever has not told one: what all rows count. */
  total_weight_lbs: z.number().int(),
  passengers: z.array(ManifestPassenger),
  /**
   * Of a party on several aircraft: who sits on another one by the plan, and may be checked in here
   * all the same.
   */
  same_party: z.array(ManifestPassenger),
  /** Parties with fewer seats than people: somebody has to say who stays home. */
  too_many: z.array(z.object({ order_id: Id, people: z.number().int(), seats: z.number().int() })),
  flight: z.object({
    product_name: z.string(),
    terminal_name: z.string(),
    timezone: z.string(),
    registration: z.string(),
    pilot_name: z.string().nullable(),
    status: FlightStatus,
    /** Why it left with something missing, or before its time. */
    status_reason: z.string().nullable(),
    next_statuses: z.array(FlightStatus),
    /** What it still lacks before it may leave; empty when it is ready. */
    before_departure: z.array(z.string()),
    /** It is before departure time, so an early departure needs a reason. */
    early: z.boolean(),
    photos: z.array(z.object({ id: Id, file_name: z.string() })),
  }),
})
export const ManifestReply = z.object({ manifest: Manifest })

export const StaffTask = z.object({
  id: Id,
  kind: z.enum([
    'weight_does_not_fit',
    'second_seat_needed',
    'claim_to_settle',
    'given_back_twice',
    'webhook_failing',
    'refund_to_hand_out',
    'mail_bounced',
  ]),
  /** Null, with the five below, for what is about no order. */
  order_id: Id.nullable(),
  /** Which brand sold it. */
  brand_id: Id.nullable(),
  passenger_id: Id.nullable(),
  passenger_name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  depart_at: Instant.nullable(),
  webhook_endpoint_id: Id.nullable(),
  /** The refund that lies at the counter, and how much it is. */
  refund_id: Id.nullable(),
  amount: Dollars.nullable(),
  /** Of a bounced mail: its id, kind and reason, in words of `BounceReason`; null for all else. */
  mail: z.object({ id: Id, kind: z.string(), reason: BounceReason.nullable() }).nullable(),
  /** Whose it is, where that is no order's. */
  customer_id: Id.nullable(),
  state: z.enum(['open', 'done']),
  choice: z.enum(['second_seat', 'move', 'refund', 'nothing']).nullable(),
  created_at: Instant,
  done_at: Instant.nullable(),
})
export const StaffTaskReply = z.object({ staff_task: StaffTask })
export const StaffTasksReply = z.object({ staff_tasks: z.array(StaffTask), meta: ListMeta })
export const StaffTaskRequest = z.object({
  staff_task: z.object({
    state: z.literal('done'),
    choice: z.enum(['second_seat', 'move', 'refund', 'nothing']),
  }),
})

export type OrderPassenger = z.infer<typeof OrderPassenger>
export type OrderPassengersReply = z.infer<typeof OrderPassengersReply>
export type PassengerForm = z.infer<typeof PassengerForm>
/** As a text each, empty where it is not given. */
export type PassengerDetails = z.infer<z.ZodObject<typeof details>>
export type PassengerFormFields = z.infer<typeof PassengerFormRequest>['passenger_form']
export type PassengerCorrection = z.infer<typeof PassengerCorrectionRequest>['passenger']
export type Manifest = z.infer<typeof Manifest>
export type StaffTask = z.infer<typeof StaffTask>
