import { z } from 'zod'
import { WrittenWords } from './written-text.ts'
import { DelayReason, FlightStatus } from './enums.ts'
import { BounceReason } from './mail-bounce.ts'
import { OrderFlight } from './order.ts'
import { PartyGuest } from './party.ts'
import { Seating } from './seating.ts'
import { StaffOnHold } from './weather-hold.ts'
import { Dollars, Id, Instant, ListMeta, RecipientEmail } from './primitives.ts'

/**
 * A passenger as the buyer of a paid order sees them: whether the details are complete, but not the
 * details.
 */
export const OrderPassenger = z.object({
  id: Id,
  /** The passenger's number in the party, from 1. */
  number: z.number().int(),
  full_name: z.string(),
  /** The name of the passenger's type as sold; absent for an adult. */
  passenger_type: z.string().optional(),
  /** The passenger has given a name and a weight, and has signed the waiver. */
  done: z.boolean(),
  /** The passenger's private link; null before one is created. */
  link: z.string().nullable(),
  mailed_at: Instant.nullable(),
  /** When somebody picked this seat on the page of the party, or first typed into its form. */
  picked_at: Instant.nullable(),
})
/** `GET /v1/orders/{id}/passengers`. */
export const OrderPassengersReply = z.object({
  passengers: z.array(OrderPassenger),
  /**
   * The page on which guests pick their own seat of the party, for a code to scan; null once nothing
   * is missing, and when nobody can change details any more.
   */
  party_url: z.string().nullable(),
  /** When the flight leaves and passengers can no longer change their details. */
  open_until: Instant.nullable(),
  /**
   * At least one passenger can still change details; other flights of a split party may be over or
   * cancelled.
   */
  open: z.boolean(),
  /** The operator cancelled every departure of the order. */
  called_off: z.boolean(),
})
export const PassengerMailRequest = z.object({
  email: z.preprocess((typed) => (typeof typed === 'string' ? typed.trim() : typed), RecipientEmail),
})

/** The text fields that passengers fill in on their own page; the manifest shows them. */
const details = { full_name: z.string() }

const type = {
  /** The name of the passenger's type as sold; absent for an adult. */
  passenger_type: z.string().optional(),
}

/**
 * The data of a passenger's own page. It never shows the weight, which only operations and the
 * pilot read.
 */
export const PassengerForm = z.object({
  ...details,
  ...type,
  weight_given: z.boolean(),
  waiver: z
    .object({
      version: z.string(),
      /** The name of whoever signed. */
      signature: z.string(),
      /** What they drew, as `SignatureDrawing`; null where the name was typed. */
      drawing: z.string().nullable(),
      signed_at: Instant,
    })
    .nullable(),
  /**
   * The waiver to read: the signed one, or else the one to sign. Its words are null where it is a text
   * of the shop's files.
   */
  waiver_text: z.object({ version: z.string(), words: WrittenWords.nullable() }).optional(),
  /** They signed an older waiver, which does not count for this flight any more. */
  sign_again: z.boolean().optional(),
  flight: OrderFlight,
  /**
   * `closed`: the flight has left. `cancelled`: the booking was cancelled. `called_off`: the
   * operator cancelled the departure and the buyer has not chosen an alternative yet.
   */
  state: z.enum(['open', 'closed', 'cancelled', 'called_off']),
  /** They are checked in: name and weight stand, and only the waiver may still be signed. */
  checked_in: z.boolean(),
  /** A staff task is open to call the buyer about the seating. */
  we_call: z.boolean(),
  /**
   * Everybody who flies on the booking, in its order; guests learn of each other only who is done.
   * Empty once this guest does not fly with them.
   */
  party: z.array(
    PartyGuest.extend({
      /** The guest has given a name and a weight, and has signed the waiver. */
      done: z.boolean(),
      /** This page's own guest. */
      own: z.boolean(),
    }),
  ),
})
export const PassengerFormReply = z.object({ passenger_form: PassengerForm })
/** The validation messages for an incompletely signed waiver. */
export const WAIVER_MESSAGES = {
  signature: 'Please type your full name',
  drawing: 'Please sign once more, or type your full name',
  accepted: 'Please tick that you have read it and agree',
} as const

/** The size of the area that a signature is drawn in. */
export const SIGNATURE_AREA = { width: 640, height: 220 } as const

/**
 * A drawn signature: the strokes as the data of an SVG path in `SIGNATURE_AREA`, absolute and in
 * whole numbers, such as `M96 172L110 120L124 84M196 130L190 150`.
 */
export const SignatureDrawing = z
  .string()
  .max(20_000, WAIVER_MESSAGES.drawing)
  .regex(/^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/, WAIVER_MESSAGES.drawing)

/** `PUT /v1/passenger_links/{token}`: omitted fields stay unchanged. */
export const PassengerFormRequest = z.object({
  passenger_form: z.object({
    full_name: z.string().trim().min(1, 'This field is required').max(120, 'Write at most 120 characters'),
    weight: z.number().int().min(1).max(999).optional(),
    waiver: z
      .object({
        version: z.string().max(40),
        /** The name of whoever signs; may be left out beside a drawing by the passenger's own hand. */
        signature: z.string().trim().max(120).default(''),
        drawing: SignatureDrawing.optional(),
        accepted: z.literal(true, { error: WAIVER_MESSAGES.accepted }),
      })
      .refine(({ signature, drawing }) => signature !== '' || drawing !== undefined, {
        path: ['signature'],
        error: WAIVER_MESSAGES.signature,
      })
      .optional(),
  }),
})

const CorrectedName = z
  .string()
  .trim()
  .min(1, 'This field is required')
  .max(120, 'Write at most 120 characters')
/** In pounds. */
const CorrectedWeight = z
  .number({ error: 'Please input a weight in pounds' })
  .int('Please input whole pounds')
  .min(1, 'Please input a weight in pounds')
  .max(999, 'Please input a weight in pounds')

/**
 * `PATCH /v1/orders/{id}/passengers/{passenger}`: omitted fields stay unchanged. `…_was` is the
 * value that the caller saw; if somebody else has set another one, the reply is 409 with the
 * present values.
 */
export const PassengerCorrectionRequest = z.object({
  passenger: z
    .object({
      full_name: CorrectedName.optional(),
      full_name_was: z.string().max(120).optional(),
      weight: CorrectedWeight.optional(),
      weight_was: CorrectedWeight.nullable().optional(),
      /**
       * The passenger does not fly. Allowed where the party has fewer seats than people, or has
       * bought the whole aircraft.
       */
      stays_home: z.literal(true).optional(),
    })
    .strict(),
})

/** What a 409 with the code `changed_meanwhile` says beside the present values. */
export const ChangedBy = z.object({
  /**
   * Who set the present value: a member of staff by name, or `the passenger` in their own form; null
   * where the service does not know.
   */
  changed_by: z.string().nullable(),
  changed_at: Instant.nullable(),
})
/** The 409 of `PATCH /v1/orders/{id}/passengers/{passenger}`. */
export const PassengerChangedReply = ChangedBy.extend({
  passenger: z.object({ id: Id, full_name: z.string(), weight: z.number().int().nullable() }),
})

const ManifestPassenger = z.object({
  id: Id,
  order_id: Id,
  ...details,
  ...type,
  weight_lbs: z.number().int().nullable(),
  /** The weight used in the total: the declared one, or the assumed one where none was declared. */
  counted_lbs: z.number().int(),
  /** The number of seats that the passenger occupies. */
  seats: z.number().int(),
  /** The passenger needs a second seat and the order has none. */
  needs_second_seat: z.boolean(),
  /** Whether staff may mark them as staying home, which is possible when it frees no sold seat. */
  may_stay_home: z.boolean(),
  /** `3L`, with a second seat `3L + 3C`; null where no seat is given. */
  seat: z.string().nullable(),
  /** What was agreed about where they sit, in words. */
  seating: z.string().nullable(),
  waiver_signed: z.boolean(),
  /** The result of check-in; null before it. */
  boarding: z.enum(['checked_in', 'no_show']).nullable(),
  /** They are awaited, and the product's time for being late has come. */
  late: z.boolean(),
  /** When they were checked in, or reported as a no-show. */
  boarded_at: Instant.nullable(),
  boarding_note: z.string().nullable(),
  /** The upgrades of the passenger's order. */
  upgrades: z.array(z.string()),
})

/**
 * The load manifest of one aircraft: who is on board and what they weigh. Only operations and the
 * pilot of the flight read it. The totals are the sums of the rows.
 */
export const Manifest = z.object({
  flight_id: Id,
  flight_code: z.string(),
  depart_at: Instant,
  capacity: z.number().int(),
  /** The seats of all rows plus the empty seats that were sold. */
  seats_sold: z.number().int(),
  /** Sold seats without a passenger, on an aircraft that was bought whole. */
  empty_seats: z.number().int(),
  /** The number of rows. */
  people: z.number().int(),
  max_weight_lbs: z.number().int(),
  /** The sum of the declared weights, and of the assumed weights where none was declared. */
  total_weight_lbs: z.number().int(),
  passengers: z.array(ManifestPassenger),
  /**
   * Members of a party on several aircraft who are planned on another one; they may be checked in
   * here too.
   */
  same_party: z.array(ManifestPassenger),
  /** Parties with fewer seats than people: staff have to record who stays home. */
  too_many: z.array(z.object({ order_id: Id, people: z.number().int(), seats: z.number().int() })),
  /** Who sits where; null where the type of the aircraft has no cabin. */
  seating: Seating.nullable(),
  /** Orders on board of which a part is still to be paid; empty for the pilot. */
  still_to_pay: z.array(z.object({ order_id: Id, amount: Dollars })),
  /** What staff noted about orders on board for the manifest, oldest first. */
  party_comments: z.array(z.object({ order_id: Id, comments: z.array(z.string()) })),
  /** The parties of whom somebody is late, with their number where they gave one; for staff alone. */
  late_parties: z.array(z.object({ order_id: Id, phone: z.string().nullable() })),
  flight: z.object({
    product_name: z.string(),
    terminal_id: Id,
    terminal_name: z.string(),
    timezone: z.string(),
    registration: z.string(),
    pilot_name: z.string().nullable(),
    status: FlightStatus,
    /** As it was sold; `depart_at` is when it is expected to leave. */
    scheduled_at: Instant,
    delay_mins: z.number().int(),
    /** The part that was set for the flight itself; the rest waits for flights before it. */
    own_delay_mins: z.number().int(),
    delay_reason: DelayReason.nullable(),
    delay_words: z.string().nullable(),
    /** Staff do not know yet whether the weather lets it fly; null for a flight that is not on hold. */
    on_hold: StaffOnHold.nullable(),
    /** From then on guests who are awaited count as late. */
    late_from: Instant,
    /** The reason for departing early or with unmet requirements. */
    status_reason: z.string().nullable(),
    next_statuses: z.array(FlightStatus),
    /** The requirements that are not met before departure; empty when the flight is ready. */
    before_departure: z.array(z.string()),
    /** Whether the departure time is still ahead, so that departing now needs a reason. */
    early: z.boolean(),
    /** The seats sold that its departure needs to leave; 1 for any number. */
    min_passengers: z.number().int(),
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
    'too_few_passengers',
  ]),
  /** The order that the task is about; null when it is about none. */
  order_id: Id.nullable(),
  /** The brand that sold the order. */
  brand_id: Id.nullable(),
  passenger_id: Id.nullable(),
  passenger_name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  depart_at: Instant.nullable(),
  webhook_endpoint_id: Id.nullable(),
  /** The refund waiting to be paid out at the counter, and its amount. */
  refund_id: Id.nullable(),
  amount: Dollars.nullable(),
  /** The bounced mail: its id, kind and `BounceReason`; null for tasks of other kinds. */
  mail: z.object({ id: Id, kind: z.string(), reason: BounceReason.nullable() }).nullable(),
  /** The customer whom the task is about when it is about no order. */
  customer_id: Id.nullable(),
  /** The departure that has fewer seats sold than its product needs; it leaves at `depart_at`. */
  departure: z
    .object({
      flight_id: Id,
      departure_id: Id,
      product_name: z.string(),
      seats_sold: z.number().int(),
      min_passengers: z.number().int(),
    })
    .nullable(),
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
/** The passenger's text fields; an empty string where a field is not filled in. */
export type PassengerDetails = z.infer<z.ZodObject<typeof details>>
export type PassengerFormFields = z.infer<typeof PassengerFormRequest>['passenger_form']
export type PassengerCorrection = z.infer<typeof PassengerCorrectionRequest>['passenger']
export type Manifest = z.infer<typeof Manifest>
export type StaffTask = z.infer<typeof StaffTask>
