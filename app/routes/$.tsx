import { NOT_FOUND_ROUTE } from '../components/page-error.tsx'

/** Every address no route answers. */
export function loader() {
  throw new Response(NOT_FOUND_ROUTE, { status: 404 })
}

export const action = loader

export default function UnmatchedPage() {
  return null
}
