/**
 * Prices what is ticked. Where the page does that by itself (`data-reprice`) it presses the hidden one, and only who has
 * no script sees a button.
 */
export function UpdateTotal({ repriced }: { repriced: boolean }) {
  const button = (
    <button type="submit" className="btn second small mt4" name="intent" value="update">
      Update total
    </button>
  )
  if (!repriced) return button
  return (
    <>
      <button type="submit" name="intent" value="update" hidden tabIndex={-1} />
      <noscript>{button}</noscript>
    </>
  )
}
