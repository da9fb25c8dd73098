import { z } from 'zod'
import { ListMeta } from '#contract/primitives.ts'
import { type Manifest } from '#contract/passenger.ts'
import { aircraftShape, aircraftTypeShape, flightShape } from '#contract/resources/desk-shapes.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/** An aircraft that could replace that of a flight, with the reason if it cannot. */
export interface OtherAircraft {
  id: number
  name: string
  /** Undefined if the whole party fits, according to the manifest. */
  unfit: string | undefined
}

const Machine = z.looseObject({
  id: z.number(),
  registration: z.string(),
  aircraft_type_id: z.number(),
  terminal_id: z.number(),
  in_service: z.boolean(),
})
const Type = z.looseObject({
  id: z.number(),
  name: z.string(),
  max_passengers: z.number(),
  max_weight_lbs: z.number(),
  category: z.string(),
})
const Machines = z.object({ [aircraftShape.plural]: z.array(Machine), meta: ListMeta })
const Types = z.object({ [aircraftTypeShape.plural]: z.array(Type), meta: ListMeta })
const Flown = z.object({ [flightShape.singular]: z.looseObject({ aircraft_id: z.number() }) })

/**
 * The other aircraft of the flight's base, those that fit first.
 *
 * @throws Response if they cannot be read
 */
export async function loadOtherAircraft(
  { userApi }: StaffVisit,
  manifest: Manifest,
): Promise<OtherAircraft[]> {
  const flightPath = `/v1/flights/${String(manifest.flight_id)}`
  const [flown, machines, types] = await Promise.all([
    userApi.get(flightPath, Flown, { query: { everybody: 1 } }),
    userApi.get('/v1/aircraft', Machines, { query: { page_size: 100 } }),
    userApi.get('/v1/aircraft_types', Types, { query: { page_size: 100 } }),
  ])
  const all = z.array(Machine).parse(requireData(machines)[aircraftShape.plural])
  const kinds = z.array(Type).parse(requireData(types)[aircraftTypeShape.plural])
  const present = all.find(({ id }) => id === requireData(flown)['flight']?.aircraft_id)
  const typeOf = (machine: z.infer<typeof Machine> | undefined) =>
    kinds.find(({ id }) => id === machine?.aircraft_type_id)
  return all
    .filter((one) => one.id !== present?.id && one.terminal_id === present?.terminal_id)
    .flatMap((one) => {
      const type = typeOf(one)
      if (!type) return []
      const name =
        `${one.registration}, ${type.name}, ${String(type.max_passengers)} ` +
        `${type.max_passengers === 1 ? 'seat' : 'seats'}`
      return { id: one.id, name, unfit: judgeAircraft(one, type, typeOf(present), manifest) }
    })
    .toSorted((a, b) => Number(a.unfit !== undefined) - Number(b.unfit !== undefined))
}

function judgeAircraft(
  machine: z.infer<typeof Machine>,
  type: z.infer<typeof Type>,
  present: z.infer<typeof Type> | undefined,
  { seats_sold: seats, total_weight_lbs: weight }: Manifest,
): string | undefined {
  if (!machine.in_service) return 'out of service'
  if (type.category !== present?.category) return 'another category than was bought'
  if (type.max_passengers < seats) return 'too few seats'
  return type.max_weight_lbs < weight ? 'carries too little' : undefined
}
