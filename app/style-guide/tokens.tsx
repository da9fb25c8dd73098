import { Part } from './part.tsx'

const COLOURS = [
  'canvas',
  'surface',
  'sunken',
  'ink',
  'ink-muted',
  'ink-subtle',
  'line',
  'line-strong',
  'primary',
  'primary-hover',
  'link',
  'accent',
  'focus',
  'danger',
  'success',
  'warn',
  'info',
]

/** Colours, fonts and sizes, which are what the brands differ in. */
export function Tokens() {
  return (
    <>
      <Part title="Colours">
        <ul className="guide-swatches">
          {COLOURS.map((name) => (
            <li key={name} className={`guide-${name}`}>
              <i aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        <p className="eyebrow">Eyebrow, above a heading</p>
        <p className="guide-h1">Above the harbor, below the clouds</p>
        <p className="guide-h2">A heading of the second rank</p>
        <p className="h3">A heading of the third rank</p>
        <p className="h-s">A small heading, in the body’s face</p>
        <p className="lede">A lede says in one sentence what the page is about, and what it costs.</p>
        <p>Body text. Every seat has a view, and every price is the whole price.</p>
        <p className="muted">Muted text, for what explains.</p>
        <p className="sm subtle">Small and subtle, for what must stand there all the same.</p>
        <p>
          <span className="t t-xl">
            4:33<small>pm</small>
          </span>{' '}
          <span className="t t-l">
            25<small>min</small>
          </span>{' '}
          <span className="price">$252.00</span>{' '}
          <s>
            <span className="vh">usually </span>$315.00
          </s>
        </p>
      </Part>
    </>
  )
}
