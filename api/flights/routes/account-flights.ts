import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { z } from 'zod'
import { AccountFlight, AccountFlightDetail, FlightPhotoReply } from '#contract/flight.ts'
import { FlightStatus } from '#contract/enums.ts'
import { Instant, ListMeta } from '#contract/primitives.ts'
import { flightShape } from '#contract/resources/desk-shapes.ts'
import { rowSchema } from '#contract/resources/resource-shape.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { type ApiEnv, createRouter, isStaff, type SignedInCaller } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { addPhoto } from '../add-photo.ts'
import { accountFlightSorts, listFlights } from '../list-flights.ts'
import { openLinkedPhoto, openPhoto, removePhoto } from '../open-photo.ts'
import { readFlight } from '../read-flight.ts'
import { flightResource } from '../flight-resource.ts'
import { sortedFields } from '../../resources/resource.ts'
import { presentRow } from '../../resources/present-row.ts'
import { findRow, listRows } from '../../resources/read-rows.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId, IdList, IdParams, listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { pictureReply } from './picture-reply.ts'
import { refuse } from '../refusals.ts'
import { readFilters, readSpans } from '../../resources/resource-filters.ts'

const OnePhoto = IdParams.extend({ photo: z.string().max(20) })
const size = { size: z.enum(['photo', 'thumbnail']).default('photo') }
const PictureQuery = z.object({ ...size, download: z.enum(['1']).optional() })
const picture = {
  200: { description: 'The picture', content: { 'image/jpeg': { schema: z.string() } } },
}

/** The flight's own row, as `PATCH /v1/flights/{id}` returns it too. */
const Flown = rowSchema(flightShape)
const takenInstant = Instant.refine((text) => Date.parse(text) < Date.UTC(2100, 0, 1))
const everybody = z
  .stringbool()
  .optional()
  .describe(
    'Which aircraft flies, with whom. `0`: only what the caller has paid seats on; staff see ' +
      'all otherwise. `1`: pilots see what they fly',
  )

const list = createRoute({
  method: 'get',
  path: '/v1/flights',
  summary: 'The flights on which the caller has paid seats; all for staff, and their own for pilots',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery([...new Set([...accountFlightSorts, ...sortedFields(flightResource)])]).extend({
      when: z.enum(['coming', 'past']).optional(),
      everybody,
      // For staff and pilots.
      status: FlightStatus.transform((one) => [one]).optional(),
      pilot_id: IdList.optional(),
      aircraft_id: IdList.optional(),
      depart_at_from: takenInstant.optional(),
      depart_at_until: takenInstant.optional(),
    }),
  },
  responses: {
    200: jsonReply(
      'Flights',
      z.object({ flights: z.union([z.array(AccountFlight), z.array(Flown)]), meta: ListMeta }),
    ),
  },
})
const read = createRoute({
  method: 'get',
  path: '/v1/flights/{id}',
  summary: 'One flight with its place, sunlight and photos',
  middleware: [requireCaller] as const,
  request: { params: IdParams, query: z.object({ everybody }) },
  responses: { 200: jsonReply('The flight', z.object({ flight: z.union([AccountFlightDetail, Flown]) })) },
})
const upload = createRoute({
  method: 'post',
  path: '/v1/flights/{id}/photos',
  summary: 'Add a photo of a flight that has left; staff and the flight’s pilot',
  description:
    'The body is the picture itself: JPEG, PNG or WebP, 25 MB at most. It is re-encoded without ' +
    'the camera’s metadata. The same file again returns the same photo.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 201: jsonReply('The photo', FlightPhotoReply) },
})
const download = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/photos/{photo}',
  summary: 'A photo or its thumbnail, for passengers of the flight',
  middleware: [requireCaller] as const,
  request: { params: OnePhoto, query: PictureQuery },
  responses: picture,
})
const remove = createRoute({
  method: 'delete',
  path: '/v1/flights/{id}/photos/{photo}',
  summary: 'Delete a photo; staff and the flight’s pilot',
  middleware: [requireCaller] as const,
  request: { params: OnePhoto },
  responses: { 204: { description: 'Deleted' } },
})
const linked = createRoute({
  method: 'get',
  path: '/v1/order_links/{token}/photos/{photo}',
  summary: 'A photo of an order’s flight, by the link in the order’s mails',
  request: {
    params: z.object({ token: z.string().max(200), photo: z.string().max(20) }),
    query: PictureQuery,
  },
  responses: picture,
})

/** True for staff and pilots. */
const isCrew = (caller: SignedInCaller) => isStaff(caller) || caller.roles.includes('pilot')

/** Restricts pilots to their own flights; staff see all. */
const ownFlights = async (c: Context<ApiEnv & { Variables: { signedIn: SignedInCaller } }>) =>
  c.get('reach') === 'any'
    ? undefined
    : flightResource.ownRows?.(c.get('deps').database.db, c.get('signedIn'))

export const accountFlights = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { database, clock } = c.get('deps')
    if ((query.everybody ?? c.get('reach') === 'any') && isCrew(c.get('signedIn'))) {
      const conditions = {
        filter: readFilters(flightResource, query),
        spans: readSpans(flightResource, query),
      }
      const { rows: flown, totalCount } = await listRows(database.db, flightResource, {
        ...conditions,
        page: toListPage(query),
        own: await ownFlights(c),
      })
      return c.json({ flights: z.array(Flown).parse(flown), meta: listMeta(query, totalCount) }, 200)
    }
    const page = { ...toListPage(query), now: clock.now() }
    const { rows, totalCount } = await listFlights(database.db, c.get('signedIn'), query, page)
    return c.json({ flights: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const { database, clock } = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const { everybody: asCrew } = c.req.valid('query')
    if (asCrew !== false && isCrew(c.get('signedIn'))) {
      const row = await findRow(database.db, flightResource, id, { own: await ownFlights(c) })
      const presented = row && presentRow(flightResource, row)
      if (presented)
        return c.json({ flight: Flown.parse(presented) }, 200, { ETag: rowTag(flightShape, presented) })
      if (asCrew === true) return refuse(c, 'not_found')
    }
    const flight = await readFlight(database.db, c.get('signedIn'), id, clock.now())
    return flight ? c.json({ flight }, 200) : refuse(c, 'not_found')
  })
  .openapi(upload, async (c) => {
    // Other bodies were read as text before they came here.
    if (!c.req.header('Content-Type')?.startsWith('image/')) return refuse(c, 'photo_unreadable')
    const { userId } = c.get('signedIn')
    const added = await addPhoto(c.get('deps'), {
      flightId: findId(c.req.valid('param').id) ?? 0,
      pilotId: c.get('reach') === 'own' ? userId : undefined,
      uploadedById: userId,
      bytes: new Uint8Array(await c.req.arrayBuffer()),
    })
    return added.ok ? c.json({ photo: added.photo }, 201) : refuse(c, added.reason)
  })
  .openapi(download, async (c) => {
    const { id, photo } = c.req.valid('param')
    const which = { photoId: findId(photo) ?? 0, size: c.req.valid('query').size }
    const opened = await openPhoto(c.get('deps'), c.get('signedIn'), { ...which, flightId: findId(id) ?? 0 })
    return opened ? pictureReply(c, opened) : refuse(c, 'not_found')
  })
  .openapi(remove, async (c) => {
    const { id, photo } = c.req.valid('param')
    const removed = await removePhoto(c.get('deps'), {
      flightId: findId(id) ?? 0,
      photoId: findId(photo) ?? 0,
      pilotId: c.get('reach') === 'own' ? c.get('signedIn').userId : undefined,
    })
    return removed ? c.body(null, 204) : refuse(c, 'not_found')
  })
  .openapi(linked, async (c) => {
    const { token, photo } = c.req.valid('param')
    const which = { photoId: findId(photo) ?? 0, size: c.req.valid('query').size }
    const opened = await openLinkedPhoto(c.get('deps'), token, which)
    return opened ? pictureReply(c, opened) : refuse(c, 'not_found')
  })
