/**
 * The button that prices the selected tenders: the page's script clicks it; it is visible only
 * without scripts.
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
