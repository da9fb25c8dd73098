import { type LoaderFunctionArgs } from '@remix-run/node'
import { loadOrdersForFile } from '../staff/orders/load-orders.server.ts'
import { ordersCsv } from '../staff/orders/orders-csv.ts'
import { fileReply } from '../staff/parts/csv-reply.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'

/** The chosen orders as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const orders = await loadOrdersForFile(staff, new URL(request.url).searchParams)
  return fileReply({ name: 'orders.csv', text: ordersCsv(orders) }, staff.headers)
}
