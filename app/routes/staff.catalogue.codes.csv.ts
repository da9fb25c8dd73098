import { type LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { codesCsv } from '../staff/catalogue/handle-codes.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** All codes of a discount as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const discount = new URL(request.url).searchParams.get('discount') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(discount))
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return new Response(await codesCsv(staff, Number(discount)), {
    headers: {
      ...staff.headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="codes-of-discount-${discount}.csv"`,
    },
  })
}
