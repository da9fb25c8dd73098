/** Shown for a flight that is not sold as a gift card: whom to ask, and a link to other gifts. */
export function GiftUnavailable(props: {
  productName: string
  phone: string
  email: string
  bookHref: string
}) {
  const { productName, phone, email, bookHref } = props
  return (
    <div className="wrap section checkout">
      <h1>Give {productName}</h1>
      <p className="lede mt4 mb6">Gift cards for this flight are sold by our crew, not on this page.</p>
      <section className="group" aria-labelledby="gift-ask">
        <h2 id="gift-ask">Ask us for one</h2>
        <p>
          Call <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> or write to{' '}
          <a href={`mailto:${email}`}>{email}</a>. Say who it is for; you choose no date now.
        </p>
      </section>
      <section className="group" aria-labelledby="gift-book">
        <h2 id="gift-book">Or book the seat itself</h2>
        <p className="mb5">
          If you know the day already, book it in their name. The ticket goes to your e-mail.
        </p>
        <a className="btn" href={bookHref}>
          Choose a day
        </a>
      </section>
    </div>
  )
}
