/**
 * The button to continue on another device, at the end of the pay page's form; it keeps the typed
 * values.
 */
export function CheckoutTransferOffer() {
  return (
    <p className="muted sm mt4">
      Rather finish this later, or on your phone?{' '}
      <button type="submit" className="link-btn inline" name="intent" value="resume">
        Continue on another device
      </button>
    </p>
  )
}
