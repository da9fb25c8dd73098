/** Why no gift card can be ticked, and whom to ask (spec section 8). */
export function NothingToRedeem({ text, email }: { text: string; email: string }) {
  return (
    <>
      <p className="mt2">{text}</p>
      <p className="muted">
        <a href={`mailto:${email}`}>Contact us</a> if you need assistance.
      </p>
    </>
  )
}
