/**
 * Sets a part of the name in light type: `Loft & Rotor` → the ampersand, `Tidewater Heli` → the
 * last word.
 */
export function WordmarkText({ name }: { name: string }) {
  const [before, after] = name.includes(' & ') ? name.split(' & ', 2) : [name.replace(/ \S+$/, ''), undefined]
  const light = after === undefined ? name.slice((before ?? '').length + 1) : '&'
  return (
    <>
      {before} <i>{light}</i>
      {after === undefined ? null : ` ${after}`}
    </>
  )
}

/** The brand's name, linked to the front page. */
export function Wordmark({ name }: { name: string }) {
  return (
    <a className="wordmark" href="/">
      <WordmarkText name={name} />
    </a>
  )
}
