import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** A little later than the hold's end, so that the service is past it too. */
const AFTER_MS = 1500

/**
 * When the hold on show ends, the page is asked for anew: it then says whether the seats are free
 * again.
 *
 * @param lastsMs by the server's clock at the time of its answer; undefined or 0 when nothing is
 *   held
 */
export function useHoldEnd(lastsMs: number | undefined) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // A browser's timer holds 24 days; a hold never lasts that long.
    if (!lastsMs) return undefined
    const timer = setTimeout(revalidate, lastsMs + AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [lastsMs, revalidate])
}
