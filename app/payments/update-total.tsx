/**
 * Prices what is ticked: the page's script presses the hidden one, and only who has no script sees
 * a button.
 */
export function UpdateTotal() {
  const button = (
    <button type="submit" className="btn second small mt4" name="intent" value="update">
      Update total
    </button>
  )
  return (
    <>
      <button type="submit" name="intent" value="update" hidden tabIndex={-1} />
      <noscript>{button}</noscript>
    </>
  )
}
