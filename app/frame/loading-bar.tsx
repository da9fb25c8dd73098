import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { FULL_AFTER, LOADING_TICK, loadingTicks, TICKS } from './loading-ticks.ts'

/**
 * Shows that an answer is on its way: a bar that fills over five seconds. It is drawn for the eye
 * alone; who listens is told once, when it takes longer than that.
 */
export function LoadingBar() {
  const loading = useNavigation().state !== 'idle'
  const elapsed = useElapsed(loading)
  return (
    <>
      <progress
        className="loading-bar"
        hidden={!loading}
        aria-hidden="true"
        max={TICKS}
        value={loadingTicks(elapsed)}
      />
      <p className="vh" role="status">
        {loading && elapsed >= FULL_AFTER ? 'Still loading' : null}
      </p>
    </>
  )
}

/** Milliseconds since `running` became true, in steps of a tick. */
function useElapsed(running: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => {
      setElapsed((before) => before + LOADING_TICK)
    }, LOADING_TICK)
    return () => {
      clearInterval(timer)
      setElapsed(0)
    }
  }, [running])
  return elapsed
}
