import { type ReactNode } from 'react'

export interface FirstStep {
  resource: 'terminals' | 'aircraft_types' | 'aircraft'
  done: boolean
}

const STEPS: Record<FirstStep['resource'], { title: string; why: string }> = {
  terminals: { title: 'A terminal', why: 'Where flights leave, with its time zone and how to get there.' },
  aircraft_types: {
    title: 'A type of aircraft',
    why: 'Its seats and what it may carry: nothing is ever sold beyond them.',
  },
  aircraft: { title: 'An aircraft of it', why: 'Its registration. Two of them fly twice as many seats.' },
}

/** What a shop needs before its first product, in the order in which one leads to the next. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find(({ done }) => !done)
  return (
    <section aria-labelledby="first-steps" className="today-part">
      <h2 id="first-steps">From nothing to the first sale</h2>
      <ol className="stack flow-5">
        {steps.map((step) => (
          <Step key={step.resource} {...STEPS[step.resource]} done={step.done}>
            <a
              className={step === next ? 'btn small' : 'btn second small'}
              href={`/staff/catalogue/${step.resource}/new`}
            >
              Add {STEPS[step.resource].title.toLowerCase()}
            </a>
          </Step>
        ))}
        <Step title="A product" why="Its price, its times and its picture, as shoppers see it." done={false}>
          <a className={next ? 'btn second small' : 'btn small'} href="/staff/products/new">
            New product
          </a>
        </Step>
      </ol>
    </section>
  )
}

interface StepProps {
  title: string
  why: string
  done: boolean
  children: ReactNode
}

function Step({ title, why, done, children }: StepProps) {
  return (
    <li>
      <p>
        <b>{title}</b>
        {done ? <span className="st ok"> There</span> : null}
        <br />
        <span className="muted">{why}</span>
      </p>
      {done ? null : <p>{children}</p>}
    </li>
  )
}
